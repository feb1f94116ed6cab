import { sql } from "kysely";
import type { AuditEntry, AuditQuery } from "../../../core/audit/index.ts";
import { foldCase } from "../../../kernel/text.ts";
import type { Database } from "../database.ts";
import { chainOf } from "./audit-rows.ts";

/** Numbers of a chain, both included. */
export interface NumberRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Entries are written in the order of time, so a range of time is a range of numbers: counting ten million rows would
 * take seconds, finding two takes none. Where the clock was set back an entry of the range may lie outside of it by so
 * much; it is in the list of those who ask for a little more.
 */
export async function numbersIn(db: Database, query: AuditQuery): Promise<NumberRange> {
  const chain = chainOf(query.tenantId);
  const ends = await db.read
    .selectFrom("audit_chains")
    .select(["anchor_number", "number"])
    .where("chain", "=", chain)
    .executeTakeFirst();
  if (!ends) return { first: 1, last: 0 };
  const found = await Promise.all([firstSince(db, chain, query.startTime), lastBefore(db, chain, query.endTime)]);
  const [first, last] = found;
  return {
    first: query.startTime === undefined ? ends.anchor_number + 1 : (first ?? ends.number + 1),
    last: query.endTime === undefined ? ends.number : (last ?? ends.anchor_number),
  };
}

async function firstSince(db: Database, chain: string, time: number | undefined): Promise<number | undefined> {
  if (time === undefined) return undefined;
  const row = await db.read
    .selectFrom("audit_entries")
    .select("number")
    .where("chain", "=", chain)
    .where("created_time", ">=", time)
    .orderBy("created_time")
    .orderBy("number")
    .limit(1)
    .executeTakeFirst();
  return row && Number(row.number);
}

async function lastBefore(db: Database, chain: string, time: number | undefined): Promise<number | undefined> {
  if (time === undefined) return undefined;
  const row = await db.read
    .selectFrom("audit_entries")
    .select("number")
    .where("chain", "=", chain)
    .where("created_time", "<", time)
    .orderBy("created_time", "desc")
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && Number(row.number);
}

/** Whether the numbers alone say which entries are wanted. */
export const isByTimeOnly = ({ userId, entity, actions, entityTypes, textSearch }: AuditQuery): boolean =>
  userId === undefined && entity === undefined && actions === undefined && entityTypes === undefined && !textSearch;

export function entriesIn(db: Database, query: AuditQuery, range: NumberRange) {
  let entries = inRange(db, query, range);
  if (query.userId !== undefined) entries = entries.where("user_id", "=", query.userId);
  if (query.entity)
    entries = entries.where("entity_id", "=", query.entity.id).where("entity_type", "=", query.entity.type);
  if (query.actions) entries = entries.where("action", "in", [...query.actions]);
  if (query.entityTypes) entries = entries.where("entity_type", "in", [...query.entityTypes]);
  if (query.textSearch) entries = entries.where(contains(db, foldCase(query.textSearch)));
  return entries;
}

/** The plus keeps SQLite from walking over the whole range where a user's or an entity's index is the short way. */
function inRange(db: Database, query: AuditQuery, { first, last }: NumberRange) {
  const entries = db.read.selectFrom("audit_entries").where("chain", "=", chainOf(query.tenantId));
  if (query.userId === undefined && !query.entity)
    return entries.where("number", ">=", first).where("number", "<=", last);
  return entries.where(sql<boolean>`+number >= ${first}`).where(sql<boolean>`+number <= ${last}`);
}

/** The same for one entry that is not in its chain yet. */
export function isWanted(query: AuditQuery, entry: AuditEntry, searchText: string): boolean {
  const { startTime, endTime, userId, entity, actions, entityTypes, textSearch } = query;
  return (
    entry.tenantId === query.tenantId &&
    (startTime === undefined || entry.createdTime >= startTime) &&
    (endTime === undefined || entry.createdTime < endTime) &&
    (userId === undefined || entry.userId === userId) &&
    (!entity || (entry.entity.id === entity.id && entry.entity.type === entity.type)) &&
    (!actions || actions.includes(entry.action)) &&
    (!entityTypes || entityTypes.includes(entry.entity.type)) &&
    (!textSearch || searchText.includes(foldCase(textSearch)))
  );
}

const contains = (db: Database, text: string) =>
  db.kind === "sqlite" ? sql<boolean>`instr(search_text, ${text}) > 0` : sql<boolean>`strpos(search_text, ${text}) > 0`;
