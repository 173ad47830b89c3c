/**
 * What is measured together, in turn. Each phase is loaded when it begins: several peers install hooks on every promise of the process
 * (`AsyncLocalStorage`) as soon as they run, so they come last, and Acta and the transaction by hand are measured beside them again.
 */
export const phases = {
  async memory() {
    const { floors } = await import("./cases/floors.mjs");
    const { actaInMemory } = await import("./cases/acta-memory.mjs");
    return { cases: [...floors(), ...actaInMemory()] };
  },
  async components() {
    const { hookCases } = await import("./cases/hooks.mjs");
    const { batchCases } = await import("./cases/batch.mjs");
    const { permissionCases } = await import("./cases/permissions.mjs");
    return { cases: [...hookCases(), ...batchCases(), ...permissionCases()] };
  },
  async sqlite() {
    const { sqliteCases } = await import("./cases/sqlite.mjs");
    return { cases: sqliteCases() };
  },
  async postgres() {
    const { postgresCases, whyNoPostgres } = await import("./cases/postgres.mjs");
    const skipped = await whyNoPostgres();
    return skipped ? { cases: [], skipped } : { cases: postgresCases() };
  },
  async peers() {
    const { peerCases } = await import("./cases/peers.mjs");
    return { cases: peerCases() };
  },
};
