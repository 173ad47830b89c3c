import { Event, type EventContext } from "@acta/event";

type Render = (page: string, signal: AbortSignal) => Promise<string>;

class BuildPage extends Event<string> {
  constructor(
    readonly page: string,
    private readonly render: Render,
  ) {
    super({ metadata: { page } });
  }

  protected perform({ signal }: EventContext) {
    return this.render(this.page, signal);
  }
}

let isConnected = false;
const render: Render = async (page, signal) => {
  if (page === "prices" && !isConnected) throw new Error("The price list is out of reach.");
  if (page === "archive") return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  return `<h1>${page}</h1>`;
};

// Nothing is thrown, so nobody has to be asked to catch: every job ends as a record.
const jobs = ["home", "prices", "archive"].map((page) => new BuildPage(page, render));
await Promise.all(jobs.map((job) => job.invoke({ timeoutMs: 20 })));
for (const { page, execution } of jobs) console.log(page, execution.status, execution.error?.message ?? execution.response);

// An event runs once. Another try is another event, with an id of its own.
isConnected = true;
for (const job of jobs.filter(({ status }) => status === "failed")) {
  const again = job.fresh();
  await again.invoke();
  console.log(again.page, again.status, again.id !== job.id);
}

// Whoever stops the work learns of it as an exception; the event has its record all the same.
const controller = new AbortController();
const archive = new BuildPage("archive", render);
const stopped = archive.invoke({ signal: controller.signal }).catch((reason: unknown) => reason);
controller.abort("closing time");
console.log(await stopped, archive.status);

// A record of what happened, for a file, a queue or a table.
const { metadata, execution } = JSON.parse(JSON.stringify(jobs[1]));
console.log(metadata.page, execution.status, execution.error.message);

// prints: home completed <h1>home</h1>
// prints: prices failed The price list is out of reach.
// prints: archive aborted The work took longer than 20 ms.
// prints: prices completed true
// prints: closing time cancelled
// prints: prices failed The price list is out of reach.
