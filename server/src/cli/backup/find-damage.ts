import { basename } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { DataFolder } from "../../adapters/data-folder/data-folder.ts";
import { findPointsDamage, type PointsDamage } from "../../adapters/telemetry-blocks/index.ts";
import type { BackupFile } from "./manifest.ts";

/** A page tells of its neighbours' damage too: a few sentences of SQLite say as much as all of them. */
const sentencesOfSqlite = 20;
const contentFolder = "files/contents/";

/**
 * What was damaged before it was copied, in words [REL5]. Looked for in the copy, which nobody changes: databases by
 * SQLite's own check, points and contents by the checksums that were made when they were stored.
 */
export function findDamage(copy: DataFolder, files: readonly BackupFile[]): string[] {
  const { database, telemetry } = copy;
  const found = [
    ...damageIn(database, () => structureOf(database)),
    ...damageIn(database, () => contentDamage(copy, files)),
  ];
  if (files.some(({ path }) => path === basename(telemetry))) {
    found.push(...damageIn(telemetry, () => structureOf(telemetry)));
    found.push(...damageIn(telemetry, () => pointsDamage(copy)));
  }
  return [...new Set(found)];
}

/** A database too damaged to be looked through is one more finding. */
function damageIn(file: string, find: () => string[]): string[] {
  try {
    return find();
  } catch (error) {
    if (!(error instanceof Error && "errcode" in error)) throw error;
    return [`${basename(file)}: ${error.message}`];
  }
}

function structureOf(file: string): string[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const found = database.prepare(`PRAGMA quick_check(${sentencesOfSqlite})`).all();
    const sentences = found.map((row) => String(row["quick_check"])).filter((sentence) => sentence !== "ok");
    return sentences.map((sentence) => `${basename(file)}: ${sentence.replaceAll("\n", " ")}`);
  } finally {
    database.close();
  }
}

/** Contents are named by their hash, and the manifest has the hash of every file: nothing is read again. */
function contentDamage(copy: DataFolder, files: readonly BackupFile[]): string[] {
  const contents = new Map(
    files.filter(({ path }) => path.startsWith(contentFolder)).map((file) => [basename(file.path), file]),
  );
  const database = new DatabaseSync(copy.database, { readOnly: true });
  try {
    const damaged = [...contents].filter(([name, { sha256 }]) => name !== sha256).map(([name]) => name);
    const missing = hashesIn(database).filter((hash) => !contents.has(hash));
    const usersOf = filesWith(database);
    return [
      ...damaged.map((hash) => `${placeOf(hash)} is not what was stored${usersOf(hash)}`),
      ...missing.map((hash) => `${placeOf(hash)} is missing or cannot be read${usersOf(hash)}`),
    ];
  } finally {
    database.close();
  }
}

const placeOf = (hash: string): string => `${contentFolder}${hash.slice(0, 2)}/${hash}`;

/** A database of before there were files, or reports, has no table of them. */
const hasTable = (database: DatabaseSync, name: string): boolean =>
  database.prepare("SELECT 1 FROM sqlite_schema WHERE name = ?").get(name) !== undefined;

function hashesIn(database: DatabaseSync): string[] {
  if (!hasTable(database, "files")) return [];
  const found = ["files", "report_files"].filter((table) => hasTable(database, table));
  const queries = found.map((table) => `SELECT sha256 FROM ${table} WHERE sha256 IS NOT NULL`);
  const rows = database.prepare(`${queries.join(" UNION ")} ORDER BY 1`).all();
  return rows.map((row) => String(row["sha256"]));
}

function filesWith(database: DatabaseSync): (hash: string) => string {
  if (!hasTable(database, "files")) return () => "";
  const users = database.prepare(`SELECT files.name AS file, devices.name AS device FROM files
    LEFT JOIN devices ON devices.id = files.device_id WHERE sha256 = ? ORDER BY 1, 2`);
  return (hash) => {
    const named = users.all(hash).map((row) => `${quoted(row["file"])} of device ${quoted(row["device"])}`);
    return named.length === 0 ? "" : `: ${named.join(", ")}`;
  };
}

function pointsDamage(copy: DataFolder): string[] {
  const database = new DatabaseSync(copy.database, { readOnly: true });
  try {
    const names = database.prepare("SELECT name FROM devices WHERE id = ?");
    const nameOf = (id: string | undefined) => (id === undefined ? undefined : (names.get(id)?.["name"] ?? id));
    return Array.from(findPointsDamage(copy.telemetry), (damage) => `telemetry.db: ${sentenceOf(damage, nameOf)}`);
  } finally {
    database.close();
  }
}

function sentenceOf(damage: PointsDamage, nameOf: (id: string | undefined) => unknown): string {
  if (damage.of === "log") return `entry ${damage.position} of the log of new points cannot be read`;
  const { count, key, device, start, end } = damage;
  const span = `from ${timeText(start)} to ${timeText(end)}`;
  return `${count} points of ${quoted(key)} of device ${quoted(nameOf(device))}, ${span}, cannot be read`;
}

/** Names may hold anything; what a damaged block says of its times, too. */
const quoted = (name: unknown): string => (typeof name === "string" ? JSON.stringify(name) : "(unknown)");
const timeText = (ms: number): string => (Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : String(ms));
