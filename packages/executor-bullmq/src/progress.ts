import { serialize } from "@acta/event";
import type { Job } from "bullmq";

/** Items that may be on their way at once; what comes on top of them is dropped. */
const mostInFlight = 1_000;

/** Sends what a running tool publishes. Never throws, never blocks. */
export function progressOf(job: Job): (item: unknown) => void {
  let inFlight = 0;
  return (item) => {
    if (inFlight === mostInFlight) return;
    inFlight++;
    const sent = () => {
      inFlight--;
    };
    // Wrapped, because a queue has no progress that is null or a list.
    job.updateProgress({ item: serialize(item) }).then(sent, sent);
  };
}
