// One decision by 1,000 rules over 100 tools: the same rules, in each engine's own form, and the same answers.
import { createRequire } from "node:module";
import { createCallContext } from "@acta/governance";
import { PermissionPolicy } from "@acta/permissions";
import { createMongoAbility, subject } from "@casl/ability";
import { newEnforcer, newModelFromString } from "casbin";
import { defineCase } from "../case.mjs";

const group = "permissions";
const tools = Array.from({ length: 100 }, (_, index) => `tool_${index}`);
const folders = Array.from({ length: 10 }, (_, index) => `folder_${index}`);

/** What is asked, in turn: over all tools, and over all of a tool's rules; one in five is for a folder that no rule names. */
const questions = Array.from({ length: 1_000 }, (_, index) => ({
  tool: tools[(index * 37) % tools.length],
  path: index % 5 === 4 ? `other/file_${index}` : `folder_${index % 10}/file_${index}`,
}));
const answers = questions.map(({ path }) => path.startsWith("folder_"));

/** `make()` prepares an engine and what it is asked with; `decide(question)` is what is measured. */
function decision(id, make, warmCalls) {
  const open = async () => {
    const { prepare, decide } = await make();
    const prepared = questions.map(prepare);
    const given = await Promise.all(prepared.map((question) => decide(question)));
    const agrees = given.every((answer, index) => answer === answers[index]);
    return { fresh: () => (agrees ? (index) => decide(prepared[index % prepared.length]) : () => given) };
  };
  return defineCase({ id: `${group}/${id}`, group, open, expect: (answer) => answer === answers[0], warmCalls });
}

function acta() {
  const allow = Object.fromEntries(tools.map((tool) => [tool, folders.map((folder) => `${folder}/*`)]));
  const described = Object.fromEntries(tools.map((tool) => [tool, { arguments: [{ name: "path" }] }]));
  const policy = new PermissionPolicy({ mode: "rules", allow, tools: described });
  const options = { enforced: true };
  return {
    prepare: ({ tool, path }) => createCallContext({ function: tool, arguments: { path } }),
    decide: (call) => policy.decide(call, options).kind === "allow",
  };
}

function casl() {
  const rules = tools.flatMap((tool) =>
    folders.map((folder) => ({ action: tool, subject: "Call", conditions: { path: { $regex: `^${folder}/` } } })),
  );
  const ability = createMongoAbility(rules);
  return {
    prepare: ({ tool, path }) => ({ tool, call: subject("Call", { path }) }),
    decide: ({ tool, call }) => ability.can(tool, call),
  };
}

async function casbin() {
  const model = newModelFromString(`
    [request_definition]
    r = tool, path
    [policy_definition]
    p = tool, pattern
    [policy_effect]
    e = some(where (p.eft == allow))
    [matchers]
    m = r.tool == p.tool && keyMatch(r.path, p.pattern)`);
  const enforcer = await newEnforcer(model);
  await enforcer.addPolicies(tools.flatMap((tool) => folders.map((folder) => [tool, `${folder}/*`])));
  return { prepare: (question) => question, decide: ({ tool, path }) => enforcer.enforce(tool, path) };
}

function cedar() {
  const { preparsePolicySet, statefulIsAuthorized } = createRequire(import.meta.url)("@cedar-policy/cedar-wasm/nodejs");
  const text = tools.flatMap((tool) =>
    folders.map((folder) => `permit(principal, action == Action::"${tool}", resource) when { context.path like "${folder}/*" };`),
  );
  const parsed = preparsePolicySet("bench", { staticPolicies: text.join("\n") });
  if (parsed.type !== "success") throw new Error(JSON.stringify(parsed));
  const principal = { type: "User", id: "model" };
  const resource = { type: "Branch", id: "1" };
  return {
    prepare: ({ tool, path }) => ({
      principal,
      action: { type: "Action", id: tool },
      resource,
      context: { path },
      entities: [],
      preparsedPolicySetId: "bench",
    }),
    decide: (call) => statefulIsAuthorized(call).response.decision === "allow",
  };
}

/** Node 20 aborts the process when it takes back code that a call into WebAssembly was compiled into: Cedar's is called less often before. */
const warmCedar = 500;

export const permissionCases = () => [
  decision("acta", acta),
  decision("casl", casl),
  decision("casbin", casbin),
  decision("cedar", cedar, warmCedar),
];
