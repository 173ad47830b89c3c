/** Supported compilers; docs/versioning.md says why the oldest is the oldest. */
export const typescripts = { oldest: "5.4.5", newest: "7.0.2" } as const;
