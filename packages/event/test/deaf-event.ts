import { deferred } from "@acta/test-kit";
import { Event, type LateResult } from "../src/index.js";

/** Work that hears nothing and ends when the test says so. */
export class DeafEvent extends Event<string> {
  readonly work = deferred<string>();
  readonly lateResults: LateResult<string>[] = [];

  protected perform() {
    return this.work.promise;
  }

  protected override late(result: LateResult<string>) {
    this.lateResults.push(result);
  }
}
