import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import type { DeviceQuery, StoredDevice } from "../../../core/devices/index.ts";
import { type IdSet, idInText, idsInText, placeInText } from "../../../kernel/id-set.ts";
import type { DeviceId } from "../../../kernel/ids.ts";
import { offsetOf, type PageRequest } from "../../../kernel/paging.ts";
import type { Database } from "../database.ts";
import { hasId, orderedIds, selectDevices } from "./device-query.ts";
import { storedDeviceOf } from "./device-rows.ts";
import { idsPerTurn, joinedIds } from "./id-texts.ts";

/** Of so many ids at most the database is told; with more of them it tells its own, and we see which are among them. */
const idsToldAtMost = 2_000;

/** Rows that one message brings. */
export const devicesPerRead = 500;

type Many = DeviceQuery & { readonly among: IdSet<DeviceId> };

/** Whether a list is of so many chosen devices that the database is not told of each. */
export const isAmongMany = (query: DeviceQuery): query is Many =>
  query.among !== undefined && query.among.size > idsToldAtMost;

/** One page of them: all ids in their order come as one text, and the devices of the page by their ids. */
export async function pageAmong(db: Database, query: Many, page: PageRequest): Promise<readonly StoredDevice[]> {
  return devicesWithIds(db, await idsOfPage(await orderedText(db, query), query.among, page));
}

/** One page of thousands: as above, so that no message brings more rows than a turn of the event loop takes [API11]. */
export async function longPage(db: Database, query: DeviceQuery, page: PageRequest): Promise<readonly StoredDevice[]> {
  const ids = orderedIds(db, query).limit(page.limit).offset(offsetOf(page));
  const text = await joinedText(db, ids);
  return devicesWithIds(
    db,
    Array.from({ length: idsInText(text) }, (_, index) => idInText(text, index)),
  );
}

/** The ids alone, in their order. */
export async function idsInOrder(db: Database, query: DeviceQuery, atMost: number): Promise<readonly DeviceId[]> {
  if (isAmongMany(query))
    return (await idsOfPage(await orderedText(db, query), query.among, { page: 0, limit: atMost })) as DeviceId[];
  const text = await joinedText(db, orderedIds(db, query).limit(atMost));
  return Array.from({ length: idsInText(text) }, (_, index) => idInText(text, index) as DeviceId);
}

async function devicesWithIds(db: Database, ids: readonly string[]): Promise<readonly StoredDevice[]> {
  const devices: StoredDevice[] = [];
  for (let from = 0; from < ids.length; from += devicesPerRead) {
    const some = ids.slice(from, from + devicesPerRead);
    const rows = await selectDevices(db).where(hasId(db, some)).execute();
    const known = new Map(rows.map((row) => [row.id, row]));
    for (const id of some) {
      const row = known.get(id);
      if (row) devices.push(storedDeviceOf(row)); // it may be gone by now
    }
  }
  return devices;
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
  return joinedText(db, orderedIds(db, { ...query, among: undefined }));
}

async function joinedText(db: Database, ids: ReturnType<typeof orderedIds>): Promise<string> {
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
