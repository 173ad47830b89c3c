/** JSON as this package stores it. A property that is `undefined` is as good as absent, as in `JSON.stringify`. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json | undefined;
}
