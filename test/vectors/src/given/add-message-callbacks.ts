import type { Branch } from "@acta/branch";
import type { Message } from "@acta/messages";
import type { MessageCallbackSpec } from "../format.js";
import { createError } from "../program/errors.js";

const kinds = { ActionRequest: "action_request", ActionResponse: "action_response" } as const;

export function addMessageCallbacks(branch: Branch, callbacks: readonly MessageCallbackSpec[]): void {
  for (const { mode, raise, on } of callbacks) {
    const error = raise && createError(raise);
    const callback = ({ kind }: Message) => {
      if (error !== undefined && (on === undefined || kinds[on] === kind)) throw error;
    };
    branch.onMessage(mode === "async" ? async (message) => callback(message) : callback);
  }
}
