import type { Mutant } from "../mutant.js";

export const failures: readonly Mutant[] = [
  {
    rule: "D3.manager-exception",
    file: "packages/branch/src/corrected/publish.ts",
    find: 'call.hasReachedGuard || outcome.kind === "rejected"',
    replace: "call.hasReachedGuard",
    why: "a rejected call emits no tool.error",
  },
  {
    rule: "D3.suppressed",
    file: "packages/branch/src/corrected/answer.ts",
    find: "  if (settings.suppressErrors) return models;\n",
    replace: "",
    why: "a suppressed failure is thrown",
  },
  {
    rule: "D3.unsuppressed",
    file: "packages/branch/src/corrected/answer.ts",
    find: "throw new ActFailed(models, errors);",
    replace: "return models;",
    why: "an unsuppressed failure is not thrown",
  },
  {
    rule: "D3.captured-failure",
    file: "packages/branch/src/corrected/publish.ts",
    find: 'if (outcome.kind === "succeeded") {',
    replace: 'if (outcome.kind === "succeeded" || outcome.kind === "failed") {',
    why: "a failure that the event captured emits tool.post, as a success does",
  },
  {
    rule: "D3.successful-null",
    file: "packages/branch/src/views.ts",
    find: "error: outcome.error ?? null,",
    replace: 'error: outcome.kind === "failed" ? null : (outcome.error ?? null),',
    why: "in history a failure looks like a success with a null output",
  },
  {
    rule: "D3.error-field",
    file: "packages/branch/src/views.ts",
    find: "error: outcome.error ?? null,",
    replace: 'error: outcome.kind === "failed" ? outcome.error : null,',
    why: "outcomes other than failed leave the error field empty",
  },
];
