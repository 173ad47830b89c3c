import { processorClock, wallClock } from "./clocks.mjs";

/**
 * What is measured together, in turn. Each phase is loaded when it begins: several peers install hooks on every promise of the process
 * (`AsyncLocalStorage`) as soon as they run, so they come last, and Acta and the transaction by hand are measured beside them again.
 *
 * Where a phase waits for a disk or a server, it is timed by the wall clock; elsewhere by what the process uses of the processor.
 */
export const phases = {
  async memory() {
    const { floors } = await import("./cases/floors.mjs");
    const { actaInMemory } = await import("./cases/acta-memory.mjs");
    return { now: processorClock, cases: [...floors(), ...actaInMemory()] };
  },
  async components() {
    const { hookCases } = await import("./cases/hooks.mjs");
    const { batchCases } = await import("./cases/batch.mjs");
    const { permissionCases } = await import("./cases/permissions.mjs");
    return { now: processorClock, cases: [...hookCases(), ...batchCases(), ...permissionCases()] };
  },
  async sqlite() {
    const { sqliteCases } = await import("./cases/sqlite.mjs");
    return { now: wallClock, cases: sqliteCases() };
  },
  async postgres() {
    const { postgresCases, whyNoPostgres } = await import("./cases/postgres.mjs");
    const skipped = await whyNoPostgres();
    return { now: wallClock, cases: skipped ? [] : postgresCases(), skipped };
  },
  async peers() {
    const { peerCases } = await import("./cases/peers.mjs");
    return { now: processorClock, cases: peerCases() };
  },
};
