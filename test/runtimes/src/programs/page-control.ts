import { cases } from "../scenario/cases.js";
import { control } from "../scenario/control.js";
import { runScenario } from "../scenario/scenario-case.js";

await fetch("/report", { method: "POST", body: JSON.stringify(await runScenario([...cases, control])) });
