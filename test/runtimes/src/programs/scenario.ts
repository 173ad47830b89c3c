import { cases } from "../scenario/cases.js";
import { runScenario } from "../scenario/scenario-case.js";

console.log(JSON.stringify(await runScenario(cases)));
