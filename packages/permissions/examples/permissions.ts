import { createCallContext } from "@acta/governance";
import { PermissionPolicy } from "@acta/permissions";

const policy = new PermissionPolicy({
  mode: "rules",
  deny: { bash: ["rm *"], reader: ["*.env"] },
  allow: { bash: ["ls*", "git log*"], reader: ["src/*"] },
  escalate: { bash: ["git push*"] },
});

function ask(tool: string, values: object): void {
  const { kind, rule } = policy.decide(createCallContext({ function: tool, arguments: values }));
  console.log(kind, rule);
}

ask("bash", { command: "git log -1 --format='%h; %s'" });
ask("bash", { command: "git push origin main" });
ask("Bash", { command: "/bin/rm -r src" });
ask("bash", { command: "ls; rm -r src" });
ask("reader", { path: "src/index.ts" });
ask("reader", { path: "src/../secret.txt" });
ask("reader", { path: "src/.env" });

// prints: allow allow.bash[1]
// prints: escalate escalate.bash[0]
// prints: deny deny.bash[0]
// prints: deny shell_syntax
// prints: allow allow.reader[0]
// prints: deny default
// prints: deny deny.reader[0]
