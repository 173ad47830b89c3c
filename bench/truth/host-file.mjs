// What a host writes down of a framework that keeps no record itself: the messages, when it gets them.
import { existsSync, readFileSync, writeFileSync } from "node:fs";

export function remember(folder, messages) {
  try {
    writeFileSync(`${folder}/messages.json`, JSON.stringify(messages));
  } catch {
    // A history that cannot be written is judged where it is read.
  }
}

export const recall = (folder) =>
  existsSync(`${folder}/messages.json`) ? JSON.parse(readFileSync(`${folder}/messages.json`, "utf8")) : null;
