import { type RawBuilder, sql } from "kysely";
import { type FileQuery, heldStatuses } from "../../../core/files/index.ts";
import { foldCase } from "../../../kernel/text.ts";
import type { Database } from "../database.ts";

export function filteredFiles(db: Database, query: FileQuery) {
  let files = db.read.selectFrom("files").where("device_id", "=", query.deviceId);
  if (!query.includeRemote) files = files.where("status", "in", [...heldStatuses]);
  if (query.tag !== undefined) files = files.where("tag", "=", query.tag);
  if (query.textSearch) files = files.where(containsText(db, foldCase(query.textSearch)));
  if (query.endTime !== undefined) files = files.where("start_time", "<", query.endTime);
  if (query.startTime === undefined) return files;
  const { startTime } = query;
  // A file that is a point in time overlaps when it lies inside; one that ends where the range begins does not.
  return files.where((eb) => eb.or([eb("end_time", ">", startTime), eb("start_time", ">=", startTime)]));
}

export const orderedFiles = (db: Database, query: FileQuery) => {
  const order = query.newestFirst ? "desc" : "asc";
  return filteredFiles(db, query).selectAll().orderBy("start_time", order).orderBy("id", order);
};

const containsText = (db: Database, text: string): RawBuilder<boolean> =>
  db.kind === "sqlite" ? sql<boolean>`instr(search_text, ${text}) > 0` : sql<boolean>`strpos(search_text, ${text}) > 0`;
