export const createPolicy = async () => ({
  id: "no-writes",
  version: "1",
  decide: ({ function: name }) =>
    name === "Write" ? { kind: "deny", reason: "Nothing is written here.", rule: "writes" } : { kind: "abstain" },
});
