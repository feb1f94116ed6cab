import type { FoundPoints } from "../storage/found-points.ts";
import { faultOf } from "./faults.ts";
import { PostgresLine } from "./postgres-line.ts";
import { statement } from "./statement-batch.ts";
import { hasTables, refuseNewer } from "./tables.ts";

const look = `select installation, beat,
    not exists (select 1 from points_device) and not exists (select 1 from points_journal) from points_store`;

/** Looks without changing anything; refuses tables of a newer version [REL4]. */
export async function findPostgresPoints(url: string): Promise<FoundPoints> {
  const line = new PostgresLine(url);
  try {
    if (!(await hasTables(line))) return { id: undefined, isEmpty: true, beat: 0 };
    await refuseNewer(line);
    const [installation, beat, isBlank] = (await line.run([statement(look)]))[0]?.[0] ?? [];
    const id = installation ?? undefined;
    return { id, isEmpty: id === undefined && isBlank === "t", beat: Number(beat ?? 0) };
  } catch (error) {
    throw faultOf(error);
  } finally {
    await line.close();
  }
}
