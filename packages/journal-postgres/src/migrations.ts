/**
 * One step for each version of the tables, from 1; run as part of one PL/pgSQL block. `schema` is a quoted identifier. A step that was
 * published never changes.
 *
 * Texts are compared byte by byte ("C"): an index over them survives a new release of the system's collations. Bodies are `json`, not
 * `jsonb`: it keeps the text as it was, with the order of keys and with escaped NULs and lone surrogates, which `jsonb` refuses.
 */
export const migrations: readonly ((schema: string) => string)[] = [
  (schema) => `
    create table ${schema}.branch (
      id text collate "C" primary key,
      head bigint not null default 0,
      fence bigint not null default 0,
      owner text collate "C",
      expires_at timestamptz not null default '-infinity'
    ) with (fillfactor = 50);

    create table ${schema}.entry (
      branch_id text collate "C" not null,
      sequence bigint not null,
      id text collate "C" not null,
      kind text collate "C" not null,
      at double precision not null,
      opens text collate "C",
      settles text collate "C",
      body json not null,
      primary key (branch_id, sequence),
      unique (branch_id, id)
    );
    create unique index entry_opens on ${schema}.entry (branch_id, opens) where opens is not null;
    create unique index entry_settles on ${schema}.entry (branch_id, settles) where settles is not null;

    create table ${schema}.open_matter (
      position bigint generated always as identity primary key,
      branch_id text collate "C" not null,
      matter text collate "C" not null,
      sequence bigint not null,
      unique (branch_id, matter)
    );`,
];
