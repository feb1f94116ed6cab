import { hash } from "node:crypto";
import type { AuditAction, AuditedEntity } from "@heliograph/contract";
import { parseJsonText } from "@heliograph/contract/json-text";
import type { AuditEntry, EntryData } from "../../../core/audit/index.ts";
import type { AuditId, TenantId, UserId } from "../../../kernel/ids.ts";
import { foldCase } from "../../../kernel/text.ts";
import { epochMs } from "../../../kernel/time.ts";
import type { Tables } from "../tables.ts";

export type AuditRow = Tables["audit_entries"];
export type Unchained = Omit<AuditRow, "number" | "hash" | "search_text">;

/** The chain of what belongs to no tenant. */
const installation = "00000000-0000-0000-0000-000000000000";
/** What the first entry of a chain follows. */
export const firstHash = "0".repeat(64);

/** An entry is small: what somebody wrote into an attribute may not be. */
const longestData = 16 * 1024;
const longestText = 1_024;

export const chainOf = (tenant: TenantId | null): string => tenant ?? installation;
export const tenantOfChain = (chain: string): TenantId | null => (chain === installation ? null : (chain as TenantId));

export function unchainedRow(entry: AuditEntry): Unchained {
  return {
    chain: chainOf(entry.tenantId),
    id: entry.id,
    created_time: entry.createdTime,
    user_id: entry.userId,
    user_name: shortened(entry.userName),
    address: shortenedOrNull(entry.address),
    via: shortened(entry.via),
    action: entry.action,
    entity_type: entry.entity.type,
    entity_id: shortened(entry.entity.id),
    entity_name: shortenedOrNull(entry.entity.name),
    data: dataText(entry.data),
    failure: shortenedOrNull(entry.failure),
    count: entry.count,
  };
}

/** The same text for the same entry, from now on and on both databases: the chain hangs on it. */
export const canonical = (row: Unchained): string =>
  JSON.stringify([
    row.chain,
    row.id,
    row.created_time,
    row.user_id,
    row.user_name,
    row.address,
    row.via,
    row.action,
    row.entity_type,
    row.entity_id,
    row.entity_name,
    row.data,
    row.failure,
    row.count,
  ]);

export const hashAfter = (before: string, row: Unchained): string => hash("sha256", `${before}\n${canonical(row)}`);

/** What a text search looks at. */
export const searchTextOf = ({ user_name, entity_name }: Unchained): string =>
  foldCase(`${user_name}\n${entity_name ?? ""}`);

export const entryOf = (row: Unchained): AuditEntry => ({
  id: row.id as AuditId,
  tenantId: tenantOfChain(row.chain),
  createdTime: epochMs(row.created_time),
  userId: row.user_id as UserId | null,
  userName: row.user_name,
  address: row.address,
  via: row.via,
  action: row.action as AuditAction,
  entity: { type: row.entity_type as AuditedEntity, id: row.entity_id, name: row.entity_name },
  data: parseJsonText(row.data) as EntryData,
  failure: row.failure,
  count: row.count,
});

/** PostgreSQL keeps no NUL. */
const shortened = (text: string): string => text.slice(0, longestText).toWellFormed().replaceAll("\0", "");

const shortenedOrNull = (text: string | null): string | null => (text === null ? null : shortened(text));

/** Large values are told by their size: the entry says that they changed, not every byte of them. */
function dataText(data: EntryData): string {
  const text = toJson(data);
  if (text.length <= longestData) return text;
  const outline = JSON.stringify(data, (_, value) => outlined(value));
  if (outline.length <= longestData) return outline;
  return JSON.stringify({ facts: { tooLarge: text.length, ...namesIn(data) } });
}

/** Of thousands of values at least as many names as fit, and how many there are. */
function namesIn({ before = {}, after = {}, facts = {} }: EntryData) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after), ...Object.keys(facts)])];
  let room = longestData / 4; // of each character its escaped form, two bytes or six of ASCII
  const told = names.filter((name) => {
    room -= name.length + 3;
    return room >= 0;
  });
  return { changes: names.length, names: told.map((name) => name.toWellFormed().replaceAll("\0", "")) };
}

function outlined(value: unknown): unknown {
  if (typeof value === "bigint") return String(value);
  return typeof value === "string" && value.length > longestText
    ? `${value.slice(0, longestText)}… (${value.length} characters)`.toWellFormed()
    : value;
}

const toJson = (data: EntryData): string =>
  JSON.stringify(data, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value));
