// A call whose record is on disk before it is answered. By hand: one event and two messages, committed once. Acta: intent and end.
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { Branch } from "@acta/branch";
import { sqliteJournal } from "@acta/journal-sqlite";
import { DatabaseSync } from "@photostructure/sqlite";
import { temporaryFolder } from "../../shared/folder.mjs";
import { addTool, busOf, isAllowed } from "../../shared/governed.mjs";
import { groupCommit } from "../../shared/group-commit.mjs";
import { defineCase } from "../case.mjs";
import { handwrittenAct } from "./floors.mjs";
import { allRight, together } from "./together.mjs";

const group = "sqlite";

function byHand(synchronous, count) {
  const open = () => {
    const folder = temporaryFolder("bench");
    const database = new DatabaseSync(join(folder.path, "hand.db"));
    database.exec(`pragma journal_mode = wal; pragma synchronous = ${synchronous};
      create table event (id integer primary key, body text not null) strict;
      create table message (id integer primary key, body text not null) strict`);
    const addEvent = database.prepare("insert into event (body) values (?)");
    const addMessage = database.prepare("insert into message (body) values (?)");
    const commit = (group) => {
      database.exec("begin immediate");
      for (const [event, ...messages] of group) {
        addEvent.run(JSON.stringify(event));
        for (const message of messages) addMessage.run(JSON.stringify(message));
      }
      database.exec("commit");
    };
    const store = count === 1 ? (...records) => commit([records]) : groupCommit(commit);
    const close = () => {
      database.close();
      folder.remove();
    };
    return { fresh: () => together(count, handwrittenAct(store).act), close };
  };
  return defineCase({ id: `${group}/handwritten-${synchronous}-${count}`, group, calls: count, open, expect: allRight(count) });
}

function acta(synchronous, count) {
  const open = () => {
    const folder = temporaryFolder("bench");
    const database = new DatabaseSync(join(folder.path, "acta.db"));
    const journal = sqliteJournal({ database, synchronous });
    const { hooks } = busOf(3);
    const branches = [];
    const fresh = async () => {
      const branch = await Branch.open({ id: randomUUID(), journal, tools: [addTool], policy: isAllowed, hooks });
      branches.push(branch);
      return together(count, (proposal) => branch.act(proposal));
    };
    const close = async () => {
      for (const branch of branches) await branch.close();
      await journal.close();
      database.close();
      folder.remove();
    };
    return { fresh, close };
  };
  return defineCase({ id: `${group}/acta-${synchronous}-${count}`, group, calls: count, open, expect: allRight(count) });
}

export const sqliteCases = () =>
  ["FULL", "NORMAL"].flatMap((synchronous) => [1, 8, 100].flatMap((count) => [byHand(synchronous, count), acta(synchronous, count)]));
