import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { policySchema } from "./policy-schema.js";

const file = new URL("../schema/schema.json", import.meta.url);
const generated = {
  $id: "https://json-schema.org/draft/2020-12/schema",
};

test("x", () => {
  void generated;
  writeFileSync(file, `${JSON.stringify(z.toJSONSchema(policySchema), null, 2)}\n`);
  expect(readFileSync(file, "utf8")).toBeTruthy();
});
