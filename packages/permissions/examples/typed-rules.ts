import { createCallContext } from "@acta/governance";
import { PermissionPolicy } from "@acta/permissions";
import { NodeFileSystem } from "@acta/permissions/node";

const policy = PermissionPolicy.parse(
  `{
    "mode": "rules",
    "deny": { "fetch": [{ "arguments": { "url": { "hostIn": ["*.internal"] } } }] },
    "allow": {
      "fetch": [{ "arguments": { "url": { "prefix": "https://" }, "retries": { "range": { "min": 0, "max": 3 } } } }],
      "write_file": [{ "arguments": { "path": { "pathWithin": "build" }, "text": { "maxLength": 10000 } } }],
      "run": [
        {
          "arguments": { "command": { "program": ["git", "log", "**"] } },
          "examples": [
            { "arguments": { "command": "git log -1" }, "expect": "allow" },
            { "arguments": { "command": "git log; rm -r build" }, "expect": "deny" }
          ]
        }
      ]
    }
  }`,
  { fileSystem: new NodeFileSystem() },
);

function ask(tool: string, values: object): void {
  const { kind, rule } = policy.decide(createCallContext({ function: tool, arguments: values }));
  console.log(kind, rule);
}

ask("fetch", { url: "https://example.com/a", retries: 1 });
ask("fetch", { url: "https://db.internal/a", retries: 1 });
ask("write_file", { path: "build/out.txt", text: "done" });
ask("write_file", { path: "build/../package.json", text: "{}" });
ask("write_file", { path: "build-other/out.txt", text: "done" });
ask("run", { command: "git log --format='%h; %s'" });

// prints: allow allow.fetch[0]
// prints: deny deny.fetch[0]
// prints: allow allow.write_file[0]
// prints: deny default
// prints: deny default
// prints: allow allow.run[0]
