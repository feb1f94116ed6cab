import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import type { DeviceQuery, StoredDevice } from "../../../core/devices/index.ts";
import { type IdSet, idInText, idsInText, placeInText } from "../../../kernel/id-set.ts";
import type { DeviceId } from "../../../kernel/ids.ts";
import { offsetOf, type PageRequest } from "../../../kernel/paging.ts";
import type { Database } from "../database.ts";
import { orderedIds, selectDevices } from "./device-query.ts";
import { storedDeviceOf } from "./device-rows.ts";
import { idsPerTurn, joinedIds } from "./id-texts.ts";

/** Of so many ids at most the database is told; with more of them it tells its own, and we see which are among them. */
const idsToldAtMost = 2_000;

type Many = DeviceQuery & { readonly among: IdSet<DeviceId> };

/** Whether a list is of so many chosen devices that the database is not told of each. */
export const isAmongMany = (query: DeviceQuery): query is Many =>
  query.among !== undefined && query.among.size > idsToldAtMost;

/** One page of them: all ids in their order come as one text, and the devices of the page by their ids. */
export async function pageAmong(db: Database, query: Many, page: PageRequest): Promise<readonly StoredDevice[]> {
  const ids = await idsOfPage(await orderedText(db, query), query.among, page);
  if (ids.length === 0) return [];
  const rows = await selectDevices(db).where("devices.id", "in", ids).execute();
  const devices = new Map(rows.map((row) => [row.id, storedDeviceOf(row)]));
  return ids.flatMap((id) => devices.get(id) ?? []);
}

/** Without another filter all of them are meant: who found them looked at the reach. */
export function isNothingElseAsked(query: DeviceQuery): boolean {
  const { textSearch, type, typeId, active, isUnassigned } = query;
  return !textSearch && !isUnassigned && [type, typeId, active].every((one) => one === undefined);
}

export async function countAmong(db: Database, query: Many): Promise<number> {
  return (await idsOfPage(await orderedText(db, query), query.among, { page: 0, limit: query.among.size })).length;
}

async function orderedText(db: Database, query: Many): Promise<string> {
  const ids = orderedIds(db, { ...query, among: undefined });
  const { rows } = await sql<{ ids: string | null }>`select ${joinedIds(db.kind, sql`id`)} as ids
    from (${ids}) as ordered`.execute(db.read);
  return rows[0]?.ids ?? "";
}

async function idsOfPage(text: string, among: IdSet<DeviceId>, page: PageRequest): Promise<string[]> {
  const [total, ids] = [idsInText(text), [] as string[]];
  let toSkip = offsetOf(page);
  for (let index = 0; index < total && ids.length < page.limit; index++) {
    if (index % idsPerTurn === idsPerTurn - 1) await nextTurn();
    if (!among.hasAt(text, placeInText(index))) continue;
    if (toSkip > 0) toSkip--;
    else ids.push(idInText(text, index));
  }
  return ids;
}
