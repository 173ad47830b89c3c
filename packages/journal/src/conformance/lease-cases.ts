import { answerOf, entry, journalCase, longLeaseMs } from "./world.js";

export const leaseCases = [
  journalCase("lease.exclusive", "While one owner holds a branch, another is answered null.", async (world) => {
    await world.lease("p");
    world.equal(await world.journal.acquire("b", { owner: "q", ttlMs: longLeaseMs }), null, "the answer to another owner");
  }),

  journalCase("lease.time", "A time that no lease can have is refused as `invalid_options`, and grants nothing.", async (world) => {
    for (const ttlMs of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, "9"]) {
      const answer = await answerOf(async () => {
        await world.journal.acquire("b", { owner: "p", ttlMs: ttlMs as number });
        return "appended";
      });
      world.equal(answer, "invalid_options", `the answer to ${typeof ttlMs} ${ttlMs}`);
    }
    await world.lease("q");
  }),

  journalCase(
    "lease.owner",
    "Owners are told apart exactly; one that cannot be kept is refused as `invalid_entry`, and gets nothing.",
    async (world) => {
      const granted: boolean[] = [];
      for (const owner of ["p\u0000a", "p\u0000b", "\ud800", "\ud801", "\ufffd", "p", "P", "p "]) {
        const answer = await answerOf(async () => {
          granted.push((await world.journal.acquire("b", { owner, ttlMs: longLeaseMs })) !== null);
          return "appended";
        });
        world.ok(answer === "appended" || answer === "invalid_entry", `the answer to ${JSON.stringify(owner)} is ${answer}`);
      }
      world.equal(granted, [true, ...granted.slice(1).map(() => false)], "whether each owner that can be kept got the branch");
    },
  ),

  journalCase("lease.branch", "Leases of two branches do not touch each other.", async (world) => {
    const one = await world.lease("p", "x");
    const other = await world.lease("q", "y");
    world.equal([await one.renew(), await other.renew()], [true, true], "both renewals");
  }),

  journalCase("lease.expired", "After its time a branch is granted to another, with a higher fence.", async (world) => {
    const old = await world.lease("p", "b", world.shortLeaseMs);
    await world.pass(world.shortLeaseMs);
    const next = await world.lease("q");
    world.ok(next.fence > old.fence, `the fence rises: ${old.fence}, then ${next.fence}`);
  }),

  journalCase("lease.same-owner", "The owner may take its branch again: a new grant, with a higher fence.", async (world) => {
    const old = await world.lease("p");
    const next = await world.lease("p");
    world.ok(next.fence > old.fence, `the fence rises: ${old.fence}, then ${next.fence}`);
    world.equal(await old.renew(), false, "the renewal of the first grant");
  }),

  journalCase(
    "lease.append",
    "The newest fence writes, also after its time while nobody else was granted; so does an append without a fence.",
    async (world) => {
      const lease = await world.lease("p", "b", world.shortLeaseMs);
      world.equal(await world.answer([entry("e1")], "b", lease), "appended", "the answer to the newest fence");
      world.equal(await world.answer([entry("e2")], "b"), "appended", "the answer to an append without a fence");
      await world.pass(world.shortLeaseMs);
      world.equal(await world.answer([entry("e3")], "b", lease), "appended", "the answer after its time");
      world.equal(await world.ids(), ["e1", "e2", "e3"], "what is stored");
    },
  ),

  journalCase("lease.fenced", "An append with an older fence answers `fenced` with the newest, and stores nothing.", async (world) => {
    const old = await world.lease("p");
    await world.append([entry("e1")]);
    await old.release();
    const { fence } = await world.lease("q");
    const answer = await world.journal.append("b", [entry("e2")], { fence: old.fence });
    world.equal(answer, { kind: "fenced", fence }, "the answer");
    world.equal(await world.answer([entry("e1")], "b", old), "fenced", "the answer to a repeat");
    world.equal(await world.answer([], "b", old), "fenced", "the answer to an empty append");
    world.equal(await world.ids(), ["e1"], "what is stored");
  }),

  journalCase("lease.fence-branch", "A fence counts for its branch only.", async (world) => {
    for (const owner of ["p", "q", "r"]) await (await world.lease(owner, "x")).release();
    const other = await world.lease("p", "y");
    world.equal(await world.answer([entry("e1")], "y", other), "appended", "the answer in the other branch");
  }),

  journalCase(
    "lease.renew",
    "Renewing starts the time anew.",
    async (world) => {
      const lease = await world.lease("p", "b", 1_000);
      for (let turn = 0; turn < 3; turn++) {
        await world.pass(700);
        world.equal(await lease.renew(), true, "the renewal");
        world.equal(await world.journal.acquire("b", { owner: "q", ttlMs: 1_000 }), null, "the answer to another owner");
      }
      await world.pass(1_000);
      await world.lease("q");
    },
    ["clock"],
  ),

  journalCase("lease.renew-late", "A lease that is over is not renewed, even if nobody took the branch.", async (world) => {
    const lease = await world.lease("p", "b", world.shortLeaseMs);
    await world.pass(world.shortLeaseMs);
    world.equal(await lease.renew(), false, "the renewal");
  }),

  journalCase("lease.renew-lost", "A lease that was granted to another is not renewed, and the other keeps it.", async (world) => {
    const lost = await world.lease("p");
    await lost.release();
    const held = await world.lease("q");
    world.equal(await lost.renew(), false, "the renewal of the lost lease");
    world.equal(await held.renew(), true, "the renewal of the other");
  }),

  journalCase(
    "lease.release",
    "A released branch is granted at once, with a higher fence; the old lease is not renewed.",
    async (world) => {
      const lease = await world.lease("p");
      await lease.release();
      world.equal(await lease.renew(), false, "the renewal after the release");
      const next = await world.lease("q");
      world.ok(next.fence > lease.fence, `the fence rises: ${lease.fence}, then ${next.fence}`);
    },
  ),

  journalCase(
    "lease.release-lost",
    "Releasing a lost lease takes nothing from its new owner; releasing twice is harmless.",
    async (world) => {
      const lost = await world.lease("p");
      await lost.release();
      const held = await world.lease("q");
      await lost.release();
      world.equal(await world.journal.acquire("b", { owner: "r", ttlMs: longLeaseMs }), null, "the answer to a third owner");
      world.equal(await held.renew(), true, "the renewal of the new owner");
    },
  ),

  journalCase("lease.untouched", "Leases store no entries and take no sequence numbers.", async (world) => {
    await (await world.lease("p")).release();
    await world.lease("q");
    world.equal(await world.journal.read("b"), { entries: [], next: null }, "the branch");
    world.equal((await world.append([entry("e1")]))[0]?.sequence, 1, "the sequence of the first entry");
  }),
];
