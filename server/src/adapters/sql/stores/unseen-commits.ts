import { type Kysely, sql } from "kysely";
import type { Tables } from "../tables.ts";

/** How far a follower is in the log of a member: beside the log, which is in the same PostgreSQL. Who inherits that log reads it. */
export const positionOf = (log: number, follower: "rules" | "calculations", position: number) =>
  sql`insert into points_position (shard, name, position) values (${log}, ${follower}, ${position})
    on conflict (shard, name) do update set position = excluded.position`;

/** Commits that a node left which is gone: what follows from them is stored, in the same transaction where there is one. */
export async function removeUnseen(db: Kysely<Tables>, ids: readonly number[]): Promise<void> {
  await sql`delete from points_unseen where id in (${sql.join([...ids])})`.execute(db);
}
