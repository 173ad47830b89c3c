// A process that will be killed, or that recovers what a killed one left: `child.js JOB`, with the job in JSON.
import type { Journal } from "@acta/journal";
import { Witness } from "../facts/witness.js";
import { openJournal } from "../place.js";
import { brokenJournal } from "./broken.js";
import { decideJob } from "./decide-job.js";
import { holdJob } from "./hold-job.js";
import type { Job } from "./job.js";
import { leaveJob } from "./leave-job.js";
import { recoverJob } from "./recover-job.js";
import { stormJob } from "./storm-job.js";
import { writeJob } from "./write-job.js";
import { zombieJob } from "./zombie-job.js";

function run(journal: Journal, witness: Witness, job: Job): Promise<void> {
  switch (job.do) {
    case "hold":
      return holdJob(journal, witness, job);
    case "storm":
      return stormJob(journal, witness, job);
    case "leave":
      return leaveJob(journal, witness, job);
    case "recover":
      return recoverJob(journal, witness, job);
    case "decide":
      return decideJob(journal, witness, job);
    case "write":
      return writeJob(journal, witness, job);
    case "zombie":
      return zombieJob(journal, witness, job);
  }
}

// Listening also keeps a process alive that only waits to be killed; and nobody is left behind when the parent dies.
process.once("disconnect", () => process.exit());
const job: Job = JSON.parse(process.argv[2] ?? "");
const journal = await openJournal(job.place);
await run(brokenJournal(journal, job.broken), new Witness(job.witness), job);
await journal.close();
process.disconnect();
