import { judge } from "./cell.mjs";
import { scenarios } from "./scenarios.mjs";

/** Histories that are never true: one that tells of a success that did not happen, one that tells nothing. */
const liars = {
  boastful: (calls) => calls.map(({ id }) => ({ id, status: "ok", text: "paid" })),
  silent: () => [],
};

/** Throws where a scenario would believe anything. */
export function proveJudges() {
  for (const [name, tell] of Object.entries(liars)) {
    for (const scenario of scenarios) {
      const responses = tell(scenario.stage(() => {}).calls);
      const { truthful } = judge(scenario, { ran: true, how: "", responses, pending: [] }, []);
      if (truthful) throw new Error(`the scenario ${scenario.id} believes the ${name} history`);
    }
  }
}
