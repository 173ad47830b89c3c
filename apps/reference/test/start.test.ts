import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const repository = join(import.meta.dirname, "../../..");

test.each([
  ["the repository", repository],
  ["the app", join(repository, "apps/reference")],
])(
  "npm start in the folder of %s reaches the app's script",
  (_, cwd) => {
    // Without `--` the flag is npm's, which is said before anything is installed or built.
    const { status, stderr } = spawnSync("npm", ["start", "--rerun"], {
      cwd,
      encoding: "utf8",
      env: { ...process.env, npm_config_update_notifier: "false" },
    });
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining("npm has kept --rerun for itself.") });
  },
  60_000,
);
