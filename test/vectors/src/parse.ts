import type { z } from "zod";
import { Untranslatable } from "./untranslatable.js";

/** The part of a vector in the format that the README describes; a key or value that is not in it fails the vector. */
export function parse<Part>(format: z.ZodType<Part>, part: unknown, where: string): Part {
  const result = format.safeParse(part);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = [where, ...(issue?.path ?? [])].map(String).join("/");
  throw new Untranslatable(`cannot read ${path}: ${issue?.message}`);
}
