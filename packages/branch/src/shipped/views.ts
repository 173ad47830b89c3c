import type { Entry } from "@acta/journal";
import type { Message } from "@acta/messages";
import { BranchViews } from "../views.js";
import { AppendedHistory } from "./history.js";

/** History and log of a branch that acts as recorded: each message and each log entry is an entry of its own. */
export class ShippedViews extends BranchViews {
  constructor() {
    super(Number.POSITIVE_INFINITY, new AppendedHistory());
  }

  protected override take(entry: Entry): Message | null {
    if (entry.kind !== "call.logged") return super.take(entry);
    this.log.push(entry.body);
    return null;
  }
}
