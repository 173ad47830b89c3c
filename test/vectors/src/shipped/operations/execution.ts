import { Execution } from "@acta/actions/shipped";
import type { EventStatus } from "@acta/event";
import { z } from "zod";
import { type ErrorSpec, errorSpec } from "../../format.js";
import { isObject, type Json, type JsonObject } from "../../json.js";
import type { Operation } from "../../operations/operation.js";
import { parse } from "../../parse.js";
import { createError } from "../../program/errors.js";
import { decode, encode } from "../../program/values.js";
import { Untranslatable } from "../../untranslatable.js";
import { describeError } from "../errors.js";

const executionWhen = z.strictObject({ op: z.literal("execution"), steps: z.array(z.json()) });

type StepKind = (execution: Execution, operand: Json) => JsonObject;

class CyclicGroup extends AggregateError {
  override readonly name = "CyclicGroup";
}

const kinds: { readonly [kind: string]: StepKind } = {
  add_error: (execution, error) => {
    execution.addError(toError(error));
    return { error_members: membersOf(execution).length };
  },
  add_errors: (execution, operand) => {
    const { count, type, message } = operand as { readonly count: number; readonly type: string; readonly message: string };
    for (let index = 0; index < count; index++) execution.addError(createError({ type, message: message.replace("{i}", String(index)) }));
    const members = membersOf(execution);
    const group = execution.error instanceof AggregateError ? { group_message: execution.error.message } : {};
    return { error_members: members.length, first: describeError(members[0]), last: describeError(members.at(-1)), ...group };
  },
  set_error: (execution, error) => {
    execution.error = error === null || typeof error === "string" ? error : toError(error);
    return {};
  },
  set_response: (execution, response) => {
    execution.response = decode(response);
    return {};
  },
  set_status: (execution, status) => {
    execution.status = status as EventStatus;
    return {};
  },
  set_error_cyclic_group: (execution) => {
    const group = new CyclicGroup([createError({ type: "ValueError", message: "leaf" })], "cyclic");
    group.errors.push(group);
    execution.error = group;
    return {};
  },
  set_error_shared_member: (execution) => {
    const inner = new AggregateError([createError({ type: "ValueError", message: "leaf" })], "inner");
    execution.error = new AggregateError([inner, inner], "outer");
    return {};
  },
  set_error_nested_depth: (execution, depth) => {
    let error = createError({ type: "ValueError", message: "deepest" });
    for (let level = 0; level < Number(depth); level++) error = new AggregateError([error], "level");
    execution.error = error;
    return {};
  },
  to_dict: (execution) => ({ serialized: encode(execution.toJSON()) }),
  to_dict_deepest: (execution) => {
    let record = encode(execution.toJSON().error);
    let levels = 1;
    for (let inner = firstOf(record); inner !== undefined; inner = firstOf(record)) {
      record = inner;
      levels += 1;
    }
    return { levels, deepest: record };
  },
};

/** Its record of one invocation alone. */
export const execution: Operation = async (_, when) => {
  const { steps } = parse(executionWhen, when, "when");
  const record = new Execution();
  return { steps: steps.map((step) => perform(record, step as Json)) };
};

function perform(record: Execution, step: Json): JsonObject {
  const [name, operand] = isObject(step) ? (Object.entries(step)[0] ?? ["", null]) : [String(step), null];
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
  if (kind === undefined) throw new Untranslatable(`unknown step ${JSON.stringify(step)}`);
  try {
    return { do: step, ...kind(record, operand as Json) };
  } catch (error) {
    if (error instanceof Untranslatable) throw error;
    return { do: step, raised: describeError(error) };
  }
}

const toError = (json: Json) => createError(parse<ErrorSpec>(errorSpec, json, "error"));

function membersOf({ error }: Execution): readonly unknown[] {
  if (error instanceof AggregateError) return error.errors;
  return error === null ? [] : [error];
}

function firstOf(record: Json): Json | undefined {
  return isObject(record) && Array.isArray(record.exceptions) ? (record.exceptions[0] as Json | undefined) : undefined;
}
