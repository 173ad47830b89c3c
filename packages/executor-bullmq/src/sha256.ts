import * as crypto from "node:crypto";

/** 64 hexadecimal digits. In one step, several times as fast, from Node 20.12 on. */
export const sha256: (text: string) => string =
  typeof crypto.hash === "function"
    ? (text) => crypto.hash("sha256", text, "hex")
    : (text) => crypto.createHash("sha256").update(text).digest("hex");
