import { cases } from "../scenario/cases.js";
import { runScenario } from "../scenario/scenario-case.js";

await fetch("/report", { method: "POST", body: JSON.stringify(await runScenario(cases)) });
