import { lintLayers } from "@acta/permissions/lint";

const organization = { mode: "rules", deny: { bash: ["rm *"] }, allow: { bash: ["*"], reader: ["*"] } };
const session = {
  mode: "rules",
  deny: { bash: ["rm -r *"] },
  allow: { bash: ["git *"], reader: ["./src/*"] },
  escalate: { bash: ["git push*"] },
};

const layers = [
  { name: "organization", policy: organization },
  { name: "session", policy: session },
];
for (const { code, layer, rule, other } of lintLayers(layers)) console.log(code, layer, rule, other);

// prints: never_matches session allow.reader[0] null
// prints: allow_hides_escalate session allow.bash[0] escalate.bash[0]
// prints: deny_is_void session deny.bash[0] deny.bash[0]
