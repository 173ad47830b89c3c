import type { CallContext } from "../call-context.js";
import { hasBrand } from "../has-brand.js";
import type { Json } from "../json.js";

const brand = Symbol.for("acta.attribute-missing");

/** A rule needs a fact that the host does not vouch for. Code `attribute_missing`. */
export class AttributeMissing extends Error {
  readonly code = "attribute_missing";
  readonly attribute: string;
  readonly [brand] = true;

  constructor(attribute: string, options?: ErrorOptions) {
    super(`the attribute ${JSON.stringify(attribute)} is missing`, options);
    this.name = "AttributeMissing";
    this.attribute = attribute;
  }

  /** True for an instance from any copy of this package. */
  static isInstance(value: unknown): value is AttributeMissing {
    return hasBrand(value, brand);
  }
}

/** An attribute of a call. Throws `AttributeMissing` where there is none, also where it is null. */
export function attributeOf(call: CallContext, name: string): Exclude<Json, null> {
  const value = Object.hasOwn(call.attributes, name) ? call.attributes[name] : undefined;
  if (value === undefined || value === null) throw new AttributeMissing(name);
  return value;
}
