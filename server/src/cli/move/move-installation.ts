import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, mkdir, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { DataFolder } from "../../adapters/data-folder/data-folder.ts";
import type { Database } from "../../adapters/sql/database.ts";
import { completeFile } from "../../adapters/telemetry-blocks/transfer/file-target.ts";
import type { PointsHome } from "../../core/installation/index.ts";
import { forgetPointsHome } from "../backup/forget-points-home.ts";
import { refuseReadOnly } from "../backup/postgres-target.ts";
import { CommandError, DamageFound } from "../failure.ts";
import { beginIn, clearPostgres, requireFree, takeEntities } from "./entities-target.ts";
import { clearS3, type FilesTarget, filesInFolder, filesInS3, forgetNote, requireFreeS3 } from "./files-target.ts";
import { moveContents } from "./move-contents.ts";
import { movePoints } from "./move-points.ts";
import { isSameS3, type MoveSide } from "./move-side.ts";
import { claimedDatabase, type MoveSource, openSource } from "./move-source.ts";
import { pointsInFile, pointsInPostgres } from "./points-target.ts";
import { requireSecret } from "./required-secret.ts";
import { isStaged, removeStaging, requireFreeFolder, Staging } from "./staging.ts";
import { forgetUnfinished, type UnfinishedMove } from "./unfinished-move.ts";

/**
 * Copies an installation to another place, all of it, and compares it with what it was copied from. The source stays as
 * it is. What is cut short goes on where it was when it is called again: the target says what it has, and until everything is
 * there no node takes it for an installation.
 */
export async function moveInstallation(from: MoveSide, to: MoveSide, isAnew: boolean): Promise<void> {
  refuseSame(from, to);
  await using undo = new AsyncDisposableStack();
  const source = undo.use(await openSource(from, `${to.folder.path}.passing`));
  await requireSecret(source.sealedKeys, to);
  const move = { move: await nameOfMove(source), installation: source.installation };
  const target = await openTarget(to, undo);
  if (isAnew) await clear(to, target);
  const begun = target && (await requireFree(target, move.move));
  if (begun?.isComplete && !isStaged(to.folder)) return await finish(to, target, move.move); // killed after its last step but one
  await requireFreeFolder(to.folder, move.move);
  const s3 = isSameS3(from.s3, to.s3) ? undefined : to.s3; // files that are there already stay
  if (s3) await requireFreeS3(s3, move, isAnew);

  const staging = undo.use(await Staging.open(to.folder, move.move));
  const home: PointsHome = target ? (to.config.pointsIn ?? "database") : "folder";
  const unfinished = begun ?? (target && (await beginIn(target, move, home)));
  const stay = { contents: source.contents, mark: async () => undefined, [Symbol.asyncDispose]: async () => undefined };
  const moved = s3 ? await filesInS3(s3, staging.passing, move) : filesInFolder(staging);
  const files = undo.use(to.s3 && !s3 ? stay : moved);
  const damaged = unfinished?.isComplete ? [] : await fill(source, { target, home, unfinished, staging, files });
  await staging.place();
  await finish(to, target, move.move);
  if (damaged.length > 0) throw damageFound(damaged);
}

/** Whoever looks finds nothing unfinished any more. */
async function finish(to: MoveSide, target: Database | undefined, move: string): Promise<void> {
  if (to.s3) await forgetNote(to.s3, move);
  if (target) await forgetUnfinished(target);
}

async function clear(to: MoveSide, target: Database | undefined): Promise<void> {
  if (target) await clearPostgres(target);
  await removeStaging(to.folder);
  if (to.s3) await clearS3(to.s3);
}

interface Filled {
  readonly target: Database | undefined;
  readonly home: PointsHome;
  readonly unfinished: UnfinishedMove | undefined;
  readonly staging: Staging;
  readonly files: FilesTarget;
}

/** Files and points first, which go on where they were; entities, in one piece, are the last. Returns what was damaged. */
async function fill(source: MoveSource, { target, home, unfinished, staging, files }: Filled): Promise<string[]> {
  const { folder } = staging;
  await copyKeys(source.side.folder, folder);
  const damaged = await moveContents(source.contents, files.contents);
  await files.mark(source.installation);
  if (source.points) {
    const inFile = !target || home === "folder" || !unfinished;
    await using points = inFile ? pointsInFile(folder.telemetry) : pointsInPostgres(target, unfinished);
    await movePoints(source.points, points);
  }
  if (existsSync(folder.telemetry)) completeFile(folder.telemetry);
  await copyEntities(source, folder);
  if (target) await takeEntities(target, folder.database, home);
  return damaged;
}

/** Begun anew each time: what another attempt left is of no use. */
async function copyEntities(source: MoveSource, folder: DataFolder): Promise<void> {
  for (const end of ["", "-wal", "-shm"]) await rm(`${folder.database}${end}`, { force: true });
  await source.copyEntities(folder.database);
  forgetPointsHome(folder);
  console.log("Entities: copied and compared");
}

async function copyKeys(from: DataFolder, to: DataFolder): Promise<void> {
  for (const [key, copy] of [
    [from.signingKey, to.signingKey],
    [from.sealingKey, to.sealingKey],
  ] as const) {
    if (!existsSync(key)) continue;
    await mkdir(dirname(copy), { recursive: true, mode: 0o700 });
    await copyFile(key, copy);
  }
}

async function openTarget(to: MoveSide, undo: AsyncDisposableStack): Promise<Database | undefined> {
  if (to.url === undefined) return undefined;
  await refuseReadOnly(to.config);
  return claimedDatabase(to, to.url, undo);
}

/** The same as long as no node ran on the source: every start of one counts its mark up. */
async function nameOfMove({ installation, points }: MoveSource): Promise<string> {
  const known = JSON.stringify([installation, await points?.notes(), await points?.counts()]);
  return createHash("sha256").update(known).digest("hex").slice(0, 16);
}

function refuseSame(from: MoveSide, to: MoveSide): void {
  if (from.folder.path !== to.folder.path && (from.url === undefined || from.url !== to.url)) return;
  throw new CommandError(
    "Source and target share a data folder or a database; the source stays as it is, so each needs its own. Nothing was changed.",
  );
}

const damageFound = (damaged: readonly string[]) =>
  new DamageFound(
    `What was moved was damaged before in ${damaged.length} ${damaged.length === 1 ? "place" : "places"}:\n` +
      `${damaged.map((name) => `  - ${name} is not what was stored`).join("\n")}\nThe rest is whole.`,
  );
