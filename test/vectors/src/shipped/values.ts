import { isObject, type Json, type JsonObject } from "../json.js";
import { decode, decodeFields, Model } from "../program/values.js";

/** Arguments as a request holds them: a typed model is an instance of a class, with what was explicitly set. */
export function decodeArguments(json: Json): unknown {
  if (!isObject(json) || !("$model_args" in json)) return decode(json);
  return new Model(decodeFields((json.$model_args as { readonly set: JsonObject }).set));
}
