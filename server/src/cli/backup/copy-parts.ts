import { existsSync } from "node:fs";
import { holdContents } from "../../adapters/blobs/copy-hold.ts";
import type { DataFolder } from "../../adapters/data-folder/data-folder.ts";
import { CommandError } from "../failure.ts";
import { forgetPointsHome } from "./forget-points-home.ts";
import { forgetUnknownDevices } from "./forget-unknown-devices.ts";
import { hasKeys } from "./has-keys.ts";
import { type BackupSource, backupParts, type OpenedPart } from "./parts.ts";

/**
 * Entities and points are two databases. Between the moments their copies are of, no device may be removed and its
 * points be gone already, so they are pinned within less than the shortest time points wait for that (HELIO_FORGET_AFTER).
 */
const longestGapMs = 50;
const pinsAtMost = 200;

/** Copies everything a node keeps; the copies fit together. Returns the names of the parts there were. */
export async function copyParts(from: BackupSource, to: DataFolder): Promise<string[]> {
  await using _kept = await heldContents(from);
  await using opened = new AsyncDisposableStack();
  const parts = new Map<string, OpenedPart>();
  for (const { name, open } of backupParts) {
    const part = await open(from);
    if (part) parts.set(name, opened.use(part));
  }
  refuseMissing(from, parts);
  await pinTogether([...parts.values()]);
  for (const part of parts.values()) {
    await part.copyTo(to);
    await part[Symbol.asyncDispose](); // a snapshot that is no longer needed lets the node's journal shrink
  }
  if (!hasKeys(to)) throw lacking(from, ["signing key"]);
  if (parts.has("telemetry")) forgetUnknownDevices(to);
  forgetPointsHome(to);
  return [...parts.keys()];
}

/** Until all is copied no node removes a content: what the entities name, as of their moment, is there [REL4]. */
async function heldContents({ folder, s3 }: BackupSource): Promise<AsyncDisposable | undefined> {
  if (s3) return (await import("./s3-files.ts")).holdS3(s3);
  return existsSync(folder.files) ? holdContents(folder.files) : undefined;
}

async function pinTogether(parts: readonly OpenedPart[]): Promise<void> {
  for (let attempt = 0; attempt < pinsAtMost; attempt++) {
    let first = Number.POSITIVE_INFINITY;
    for (const part of parts) first = Math.min(first, await part.pin());
    if (performance.now() - first <= longestGapMs) return;
  }
  throw new CommandError(
    "This machine, or the way to its PostgreSQL, is too busy to look at all databases in one moment; try again later.",
  );
}

function refuseMissing(from: BackupSource, found: ReadonlyMap<string, unknown>): void {
  const missing = backupParts.filter(({ name, isOptional }) => !isOptional && !found.has(name));
  if (missing.length > 0)
    throw lacking(
      from,
      missing.map(({ name }) => name),
    );
}

function lacking({ folder, postgres }: BackupSource, names: readonly string[]): CommandError {
  const place = postgres ? `${folder.path} with this PostgreSQL` : folder.path;
  return new CommandError(`${place} is not the data folder of a node: it has no ${names.join(" and no ")}.`);
}
