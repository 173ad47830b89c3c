/** The house, written down: what the tests compare the packages with. Each new package, dependency or subpath is a line here. */
export interface Room {
  readonly layer: "contract" | "engine" | "facade" | "adapter";
  /** Other packages of the house that it imports, at run time or for types. */
  readonly imports: readonly string[];
  readonly thirdParty: readonly string[];
  readonly exports: readonly string[];
  /** Subpaths that are JSON files: `schema/` in the source, `dist/` in the package. */
  readonly data?: readonly string[];
  /** Subpaths of an adapter that run anywhere nevertheless. */
  readonly neutral?: readonly string[];
}

export const house: { readonly [name: string]: Room } = {
  event: { layer: "contract", imports: [], thirdParty: [], exports: ["."] },
  hooks: { layer: "contract", imports: [], thirdParty: [], exports: ["."] },
  governance: {
    layer: "contract",
    imports: [],
    thirdParty: [],
    exports: [".", "./conformance", "./explain", "./layers", "./obligations", "./rules", "./simulate", "./snapshot", "./testing"],
  },
  journal: { layer: "contract", imports: [], thirdParty: [], exports: [".", "./conformance", "./memory", "./testing"] },
  actions: {
    layer: "engine",
    imports: ["event", "governance"],
    thirdParty: ["@standard-schema/spec"],
    exports: [".", "./conformance", "./executor", "./shipped"],
  },
  messages: { layer: "engine", imports: [], thirdParty: [], exports: [".", "./doctor"] },
  batch: { layer: "engine", imports: [], thirdParty: [], exports: [".", "./scheduler"] },
  branch: {
    layer: "facade",
    imports: ["actions", "batch", "event", "governance", "hooks", "journal", "messages"],
    thirdParty: [],
    exports: [".", "./shipped"],
  },
  permissions: {
    layer: "adapter",
    imports: ["governance"],
    thirdParty: ["zod"],
    exports: [".", "./lint", "./node", "./shipped"],
    data: ["./schema.json"],
    neutral: [".", "./lint", "./shipped"],
  },
  "governance-cedar": { layer: "adapter", imports: ["governance"], thirdParty: ["@cedar-policy/cedar-wasm"], exports: ["."] },
  "journal-sqlite": { layer: "adapter", imports: ["journal"], thirdParty: ["@photostructure/sqlite"], exports: ["."] },
  "journal-postgres": { layer: "adapter", imports: ["journal"], thirdParty: ["pg"], exports: ["."] },
  "executor-threads": { layer: "adapter", imports: ["actions"], thirdParty: [], exports: ["."] },
  "executor-bullmq": {
    layer: "adapter",
    imports: ["actions", "event", "governance", "journal"],
    thirdParty: ["bullmq", "ioredis"],
    exports: ["."],
  },
  codecs: { layer: "adapter", imports: ["messages"], thirdParty: [], exports: ["."] },
};

/** Private parts: composed, never imported. */
export const privateParts = [
  "apps/reference",
  "test/architecture",
  "test/bullmq",
  "test/crash",
  "test/examples",
  "test/executors",
  "test/guides",
  "test/kit",
  "test/mutants",
  "test/packages",
  "test/requirements",
  "test/runtimes",
  "test/vectors",
];

const order = ["contract", "engine", "facade", "adapter"];

/** Whether a package of one layer may import one of another: downwards only; adapters know no adapter, and nobody knows an adapter. */
export function mayImport(from: Room["layer"], to: Room["layer"]): boolean {
  return to !== "adapter" && order.indexOf(to) <= order.indexOf(from) && !(from === "contract" && to === "contract");
}

export const isNeutral = (room: Room): boolean => room.layer !== "adapter";
