import { escapeIdentifier } from "pg";
import { entryColumns } from "./entry-of-row.js";

/** Makes the commit of its own statement wait for the disk, whatever server, database, role or pool say; `remote_apply` waits for more. */
const durably = `set_config('synchronous_commit',
  case current_setting('synchronous_commit') when 'remote_apply' then 'remote_apply' else 'on' end, true)`;

const fromNow = (parameter: string) => `clock_timestamp() + ${parameter}::float8 * interval '1 millisecond'`;

export type Statements = ReturnType<typeof statementsFor>;

/** Every statement is a transaction of its own: one round trip, and no lock outlives it. */
export function statementsFor(schema: string) {
  const name = escapeIdentifier(schema);
  return {
    /**
     * $1 branch, $2 fence or null, $3 to $8 the columns of new entries, $9 matters that must be open and will be closed, $10 and $11
     * matters that stay open and the place, from 1, of the entry that opens each. No row: refused, nothing stored.
     *
     * The row of the branch is the lock that puts appends in order. What an append that waited for it could not see, because its view of
     * the tables is older than the wait, the unique indexes of \`entry\` refuse.
     */
    append: `
with grown as (
  insert into ${name}.branch as branch (id, head)
  select $1, cardinality($3::text[])
  where (select count(*) from ${name}.open_matter where branch_id = $1 and matter = any($9::text[])) = cardinality($9::text[])
    and not exists (select from ${name}.entry where branch_id = $1 and id = any($3::text[]))
  on conflict (id) do update set head = branch.head + excluded.head
  where branch.fence <= coalesce($2::bigint, branch.fence)
  returning head - cardinality($3::text[]) as base
), stored as (
  insert into ${name}.entry (branch_id, sequence, id, kind, at, opens, settles, body)
  select $1, base + place, added.id, kind, at, opens, settles, body::json
  from grown, unnest($3::text[], $4::text[], $5::float8[], $6::text[], $7::text[], $8::text[])
    with ordinality as added (id, kind, at, opens, settles, body, place)
), opened as (
  insert into ${name}.open_matter (branch_id, matter, sequence)
  select $1, matter, base + place from grown, unnest($10::text[], $11::integer[]) as opening (matter, place)
), closed as (
  delete from ${name}.open_matter using grown where branch_id = $1 and matter = any($9::text[])
)
select base::text, ${durably} from grown`,

    /** $1 branch, $2 ids, $3 matters. One row at least. */
    related: `
select newest.fence::text, ${entryColumns}
from (select coalesce(max(fence), 0) as fence from ${name}.branch where id = $1) as newest
left join ${name}.entry on entry.branch_id = $1
  and (entry.id = any($2::text[]) or entry.opens = any($3::text[]) or entry.settles = any($3::text[]))`,

    /** $1 branch, $2 after, $3 kinds or null, $4 limit or null. */
    read: `
select ${entryColumns} from ${name}.entry
where branch_id = $1 and sequence > $2 and ($3::text[] is null or kind = any($3::text[]))
order by entry.sequence limit $4`,

    /** $1 branch or null, $2 after, $3 kind or null, $4 limit or null. */
    unsettled: `
select position::text, ${entryColumns} from ${name}.open_matter
join ${name}.entry on entry.branch_id = open_matter.branch_id and entry.sequence = open_matter.sequence
where position > $2 and ($1::text is null or open_matter.branch_id = $1) and ($3::text is null or kind = $3)
order by open_matter.position limit $4`,

    /** $1 branch, $2 owner, $3 milliseconds. No row: somebody else holds it. */
    acquire: `
insert into ${name}.branch as branch (id, fence, owner, expires_at) values ($1, 1, $2, ${fromNow("$3")})
on conflict (id) do update set fence = branch.fence + 1, owner = excluded.owner, expires_at = ${fromNow("$3")}
where branch.expires_at <= clock_timestamp() or branch.owner = excluded.owner
returning fence::text, ${durably}`,

    /** $1 branch, $2 fence, $3 milliseconds. No row: lost. */
    extend: `
update ${name}.branch set expires_at = ${fromNow("$3")}
where id = $1 and fence = $2 and expires_at > clock_timestamp() returning fence`,
  };
}
