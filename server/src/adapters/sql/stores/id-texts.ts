import { setImmediate as nextTurn } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import type { FetchedIds } from "../../../core/device-groups/index.ts";
import { IdSet, idsInText, placeInText } from "../../../kernel/id-set.ts";
import type { DeviceId } from "../../../kernel/ids.ts";
import type { Database } from "../database.ts";

/** Ids read in one go: a few milliseconds. */
export const idsPerTurn = 20_000;

/** Many ids as one text with commas: rows of their own would cost more than finding them. */
export const joinedIds = (kind: Database["kind"], id: RawBuilder<unknown>): RawBuilder<string | null> =>
  kind === "sqlite" ? sql`group_concat(${id})` : sql`string_agg(${id}::text, ',')`;

export const fetchedIds = (text: string): FetchedIds => ({
  size: idsInText(text),
  among: (within) => idsFrom(text, within),
});

async function idsFrom(text: string, within: IdSet<DeviceId> | undefined): Promise<IdSet<DeviceId>> {
  const total = idsInText(text);
  const ids = new IdSet<DeviceId>(within ? 0 : total);
  for (let index = 0; index < total; index++) {
    if (index % idsPerTurn === idsPerTurn - 1) await nextTurn();
    const at = placeInText(index);
    if (!within || within.hasAt(text, at)) ids.addAt(text, at);
  }
  return ids;
}
