import type { Tool } from "@acta/actions";
import { memoryJournal } from "@acta/journal/memory";
import { Branch } from "./branch.js";
import type { BranchOptions, SharedOptions } from "./branch-options.js";
import { checkOptions } from "./check-options.js";

/**
 * Branches that share an observer, hooks, a policy and the rest of the options, whatever the order in which they were made, added, removed
 * or cloned. What a branch has of its own is added to what the session has: both policies are asked, both hook buses are called.
 */
export class Session {
  readonly id: string;
  readonly shared: SharedOptions;
  readonly #branches = new Set<Branch>();

  /** Throws `invalid_options`. */
  constructor(shared: SharedOptions & { readonly id?: string | undefined } = {}) {
    const { id, journal = memoryJournal(), ...rest } = checkOptions(shared);
    this.id = id ?? rest.runtime?.id() ?? crypto.randomUUID();
    this.shared = { ...rest, journal };
  }

  get branches(): readonly Branch[] {
    return [...this.#branches];
  }

  /** A new branch, which records into the session's journal unless it has one of its own. */
  branch<const Tools extends readonly Tool[] = readonly Tool[]>(options: BranchOptions<Tools> = {}): Branch<Tools> {
    const own = checkOptions(options);
    const { journal = this.shared.journal, executors = this.shared.executors, runtime = this.shared.runtime } = own;
    const branch = new Branch<Tools>({ ...own, journal, executors, runtime });
    this.add(branch);
    return branch;
  }

  /** A branch belongs to one session: it leaves the one that it was in. Its journal stays its own. */
  add(branch: Branch<never> | Branch): void {
    const member = branch as Branch;
    member.session?.remove(member);
    this.#branches.add(member);
    member.join(this);
  }

  remove(branch: Branch<never> | Branch): void {
    const member = branch as Branch;
    if (this.#branches.delete(member)) member.join(undefined);
  }
}
