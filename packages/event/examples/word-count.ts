import { Event, type EventContext } from "@acta/event";

class WordCount extends Event<number> {
  constructor(private readonly pages: readonly string[]) {
    super();
  }

  protected async perform({ signal, progress }: EventContext) {
    let words = 0;
    for (const [index, page] of this.pages.entries()) {
      signal.throwIfAborted();
      if (page === "") throw new RangeError(`Page ${index + 1} is empty.`);
      words += page.split(" ").length;
      progress({ page: index + 1, words });
    }
    return words;
  }
}

const count = new WordCount(["to be or not to be", "that is the question"]);
for await (const item of count.stream()) console.log(item);
if (count.execution.status === "completed") console.log(count.execution.response.toFixed(1));

const broken = await new WordCount(["to be", ""]).invoke();
console.log(broken.status, broken.error?.message);

const stuck = Event.from(() => new Promise<never>(() => {}));
const end = await stuck.invoke({ timeoutMs: 10 });
console.log(end.status, end.error?.message);

// prints: { page: 1, words: 6 }
// prints: { page: 2, words: 10 }
// prints: 10.0
// prints: failed Page 2 is empty.
// prints: aborted The work took longer than 10 ms.
