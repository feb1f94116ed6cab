import type { AuditEntry, AuditQuery } from "../../../core/audit/index.ts";
import { offsetOf, type PageRequest } from "../../../kernel/paging.ts";
import type { Database } from "../database.ts";
import { entriesIn, isByTimeOnly, isWanted, type NumberRange } from "./audit-query.ts";
import { entryOf, searchTextOf } from "./audit-rows.ts";
import { everyWaiting } from "./audit-waiting.ts";

interface Slice {
  readonly offset: number;
  readonly limit: number;
}

interface Found {
  readonly entries: readonly AuditEntry[];
  /** Of all that match. */
  readonly total: number;
}

export const orderedEntries = (db: Database, query: AuditQuery, range: NumberRange) =>
  entriesIn(db, query, range)
    .selectAll()
    .orderBy("number", query.descending ? "desc" : "asc");

/** Sealed entries out of this range of numbers. */
export async function sliceOf(db: Database, query: AuditQuery, range: NumberRange, slice: Slice): Promise<Found> {
  if (range.last < range.first) return { entries: [], total: 0 };
  if (isByTimeOnly(query)) return sliceOfNumbers(db, query, range, slice);
  const matching = entriesIn(db, query, range);
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const rows = await orderedEntries(db, query, range).limit(slice.limit).offset(slice.offset).execute();
  return { entries: rows.map(entryOf), total: Number(total) };
}

/** Without other filters it is a range of numbers, however far behind it lies. */
async function sliceOfNumbers(
  db: Database,
  query: AuditQuery,
  { first, last }: NumberRange,
  { offset, limit }: Slice,
): Promise<Found> {
  const wanted = query.descending
    ? { first: Math.max(first, last - offset - limit + 1), last: last - offset }
    : { first: first + offset, last: Math.min(last, first + offset + limit - 1) };
  const rows = wanted.last < wanted.first ? [] : await orderedEntries(db, query, wanted).execute();
  return { entries: rows.map(entryOf), total: last - first + 1 };
}

/** Entries that wait are behind all that are sealed. */
export async function pageOfBoth(
  { descending }: AuditQuery,
  page: PageRequest,
  waiting: readonly AuditEntry[],
  sealed: (slice: Slice) => Promise<Found>,
): Promise<Found> {
  const [offset, { limit }] = [offsetOf(page), page];
  if (descending) {
    const newest = waiting.slice(offset, offset + limit);
    const rest = { offset: Math.max(0, offset - waiting.length), limit: limit - newest.length };
    const { entries, total } = await sealed(rest);
    return { entries: [...newest, ...entries], total: total + waiting.length };
  }
  const { entries, total } = await sealed({ offset, limit });
  const behind = Math.max(0, offset - total);
  const newest = waiting.slice(behind, behind + limit - entries.length);
  return { entries: [...entries, ...newest], total: total + waiting.length };
}

/** Those that wait and are wanted, in the query's order. */
export async function waitingEntries(db: Database, query: AuditQuery): Promise<readonly AuditEntry[]> {
  const found: AuditEntry[] = [];
  for await (const { row } of everyWaiting(db.read)) {
    const entry = row && entryOf(row);
    if (entry && isWanted(query, entry, searchTextOf(row))) found.push(entry);
  }
  return query.descending ? found.reverse() : found;
}
