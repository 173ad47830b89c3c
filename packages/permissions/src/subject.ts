import type { CallContext } from "@acta/governance";
import type { Subject } from "./compiled-rule.js";
import { type MatchText, readMatchText } from "./match-text.js";
import type { MatchedArgument } from "./tool-description.js";

/** A call as rules see it. Its text is read once, when something first looks at it. */
export class CallSubject implements Subject {
  readonly call: CallContext;
  readonly #matched: readonly MatchedArgument[] | undefined;
  #text: MatchText | undefined;

  constructor(call: CallContext, matched: readonly MatchedArgument[] | undefined) {
    this.call = call;
    this.#matched = matched;
  }

  get text(): MatchText {
    this.#text ??= readMatchText(this.call, this.#matched);
    return this.#text;
  }
}
