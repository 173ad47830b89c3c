import type { ActionRequest, Message, PlainMessage } from "@acta/messages";

/**
 * The messages of a history, as they stand there or by what stands together, such as `blocks` of a `MessageManager`: the requests of one block are one turn. Of
 * messages without blocks, requests that directly follow one another are.
 */
export type History = readonly Message[] | readonly (readonly Message[])[];

/** Turns, and the messages between them. */
export function* stepsOf(history: History): Generator<PlainMessage | ActionRequest[], void, void> {
  for (const block of inBlocks(history)) {
    let turn: ActionRequest[] = [];
    for (const message of block) {
      if (message.kind === "action_request") turn.push(message);
      else if (message.kind === "message") {
        if (turn.length > 0) yield turn;
        turn = [];
        yield message;
      }
    }
    if (turn.length > 0) yield turn;
  }
}

function* inBlocks(history: History): Generator<readonly Message[], void, void> {
  let run: Message[] = [];
  for (const each of history) {
    if ("kind" in each && each.kind === "action_request") {
      run.push(each);
      continue;
    }
    if (run.length > 0) yield run;
    run = [];
    yield "kind" in each ? [each] : each;
  }
  if (run.length > 0) yield run;
}
