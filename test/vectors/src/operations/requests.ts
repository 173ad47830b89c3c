import type { Envelope } from "@acta/branch";
import type { ActionRequest } from "@acta/messages";
import { type ActionRequestSpec, actionRequest } from "../format.js";
import { createRequest } from "../given/add-history.js";
import { isObject, type Json, type JsonObject } from "../json.js";
import { parse } from "../parse.js";
import { decode, decodeFields, Model } from "../program/values.js";
import { Untranslatable } from "../untranslatable.js";

type Handles = Map<string, ActionRequest>;

/** What `act` is given: one envelope or a list of them. It may be nothing of the kind. */
export function toRequests(requests: Json, handles: Handles): Envelope | readonly Envelope[] {
  return (Array.isArray(requests) ? requests.map((request) => toEnvelope(request, handles)) : toEnvelope(requests, handles)) as Envelope;
}

export function toEnvelope(request: Json, handles: Handles): unknown {
  if (!isObject(request)) return decode(request);
  if ("$action_request" in request)
    return createRequest(parse<ActionRequestSpec>(actionRequest, request.$action_request, "$action_request"), handles);
  if ("$ref" in request) return referred(String(request.$ref), handles);
  if ("$model" in request) return new Model(decodeFields((request.$model as { readonly fields: JsonObject }).fields));
  return decode(request as JsonObject);
}

function referred(handle: string, handles: Handles): ActionRequest {
  const request = handles.get(handle);
  if (request === undefined) throw new Untranslatable(`nothing has the handle ${handle}`);
  return request;
}
