import { cases } from "../scenario/cases.js";
import { control } from "../scenario/control.js";
import { runScenario } from "../scenario/scenario-case.js";

console.log(JSON.stringify(await runScenario([...cases, control])));
