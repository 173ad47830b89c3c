/** What JSON can carry. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object; a field that is undefined is as good as absent. */
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}
