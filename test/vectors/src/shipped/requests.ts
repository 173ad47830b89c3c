import type { ActionRequest } from "@acta/messages";
import { type ActionRequestSpec, actionRequest } from "../format.js";
import { isObject, type Json, type JsonObject } from "../json.js";
import { parse } from "../parse.js";
import { decode, decodeFields, Model } from "../program/values.js";
import { Untranslatable } from "../untranslatable.js";
import { createRequest } from "./build-scene.js";
import { decodeArguments } from "./values.js";

type Handles = Map<string, ActionRequest>;

/** One envelope or a list of them, lists in lists included. It may be nothing of the kind. */
export function toRequests(json: Json, handles: Handles): unknown {
  return Array.isArray(json) ? json.map((item) => toRequests(item, handles)) : toEnvelope(json, handles);
}

export function toEnvelope(json: Json, handles: Handles): unknown {
  if (!isObject(json)) return decode(json);
  if ("$action_request" in json)
    return createRequest(parse<ActionRequestSpec>(actionRequest, json.$action_request, "$action_request"), handles);
  if ("$ref" in json) return referred(String(json.$ref), handles);
  if ("$model" in json) return new Model(withArguments((json.$model as { readonly fields: JsonObject }).fields));
  return "$value" in json ? decode(json as JsonObject) : withArguments(json as JsonObject);
}

function withArguments(fields: JsonObject): object {
  const { arguments: args, ...rest } = fields;
  return args === undefined ? decodeFields(rest) : { ...decodeFields(rest), arguments: decodeArguments(args) };
}

function referred(handle: string, handles: Handles): ActionRequest {
  const request = handles.get(handle);
  if (request === undefined) throw new Untranslatable(`nothing has the handle ${handle}`);
  return request;
}
