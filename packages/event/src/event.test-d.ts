import { expectTypeOf } from "vitest";
import { Event, type EventContext, type EventJson, type ExecutionOf, type Json } from "./index.js";

class Download extends Event<string> {
  constructor(private readonly url: string) {
    super();
  }
  protected async perform({ signal, progress }: EventContext) {
    progress({ bytes: 0 });
    return (await fetch(this.url, { signal })).text();
  }
}

/** What a user of this package writes compiles, and narrows. */
export async function program(): Promise<void> {
  const job = new Download("https://example.org");
  const end = await job.invoke({ timeoutMs: 5_000 });
  if (end.status === "completed") expectTypeOf(end.response).toEqualTypeOf<string>();
  else if (end.error) expectTypeOf(end.error.message).toEqualTypeOf<string>();
  // @ts-expect-error the response may be null until the status is known
  end.response.toUpperCase();

  const other = Event.from(async ({ signal }) => (signal.aborted ? 0 : 42));
  const answer: number | null = (await other.invoke()).response;
  expectTypeOf(job.fresh()).toEqualTypeOf<Download>();
  expectTypeOf(job.stream()).toEqualTypeOf<AsyncGenerator<unknown, ExecutionOf<string>, void>>();
  for await (const item of job.fresh().stream()) expectTypeOf(item).toEqualTypeOf<unknown>();

  const several: Event[] = [job, other];
  const json: EventJson[] = several.map((event) => event.toJSON());
  const body: Json = { events: json };
  // @ts-expect-error not a status
  job.status = "done";
  // @ts-expect-error the work is for the event alone
  job.perform;
  void [answer, body];
}
