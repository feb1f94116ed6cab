import { markFiles } from "../../adapters/blobs/files-identity.ts";
import type { S3Place } from "../../adapters/blobs/s3/s3-place.ts";
import type { ContentPlace } from "../contents/content-place.ts";
import { FolderContents } from "../contents/folder-contents.ts";
import { CommandError } from "../failure.ts";
import type { Staging } from "./staging.ts";

/** Where contents come to. */
export interface FilesTarget extends AsyncDisposable {
  readonly contents: ContentPlace;
  /** All of them are there: from then on they are the installation's. */
  mark(installation: string): Promise<void>;
}

export function filesInFolder({ folder }: Staging): FilesTarget {
  return {
    contents: new FolderContents(folder.files),
    mark: (installation) => markFiles(folder.files, installation),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

interface Move {
  readonly move: string;
  readonly installation: string;
}

/** Loaded only where it is used. */
const loaded = () =>
  Promise.all([import("../contents/s3-contents.ts"), import("../../adapters/blobs/s3/s3-identity.ts")] as const);

const noteOf = (move: string): string => `${noteBegin}${move}`;
const noteBegin = "move ";

/** Before anything is changed: it has to be an empty place, or one that a move, this very one or a given up one, has begun to fill. */
export async function requireFreeS3(place: S3Place, { move, installation }: Move, isAnew: boolean): Promise<void> {
  const [{ S3FileContents }, identity] = await loaded();
  await using contents = new S3FileContents(place, "");
  const found = await identity.findS3Files(contents.bucket);
  const note = await identity.findUnfinished(contents.bucket);
  const isOurs = found.id === undefined || found.id === installation;
  const isUsable = note === noteOf(move) || (isAnew && note?.startsWith(noteBegin) === true);
  if (!found.isEmpty && !(isOurs && isUsable)) throw notEmpty(contents.label);
}

export async function filesInS3(place: S3Place, passing: string, { move, installation }: Move): Promise<FilesTarget> {
  const [{ S3FileContents }, identity] = await loaded();
  await using undo = new AsyncDisposableStack();
  const contents = undo.use(new S3FileContents(place, passing));
  const { bucket } = contents;
  await contents.start();
  await identity.noteUnfinished(bucket, noteOf(move));
  const held = undo.move();
  return {
    contents,
    mark: async () => {
      const { owner } = await identity.markS3Files(bucket, installation);
      if (owner !== installation) throw notEmpty(contents.label);
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

/** Nothing is unfinished any more. */
export async function forgetNote(place: S3Place, move: string): Promise<void> {
  const [{ S3FileContents }, identity] = await loaded();
  await using contents = new S3FileContents(place, "");
  const note = await identity.findUnfinished(contents.bucket);
  if (note === noteOf(move)) await identity.forgetUnfinished(contents.bucket);
}

/** Removes what an unfinished move left. What has its id already is whole, and is compared once more. */
export async function clearS3(place: S3Place): Promise<void> {
  const [{ S3FileContents }, identity] = await loaded();
  await using contents = new S3FileContents(place, "");
  const { bucket } = contents;
  const [{ id }, note] = [await identity.findS3Files(bucket), await identity.findUnfinished(bucket)];
  if (id !== undefined || !note?.startsWith(noteBegin)) return;
  for (const folder of ["contents/", "sums/", "derived/"]) {
    for await (const names of bucket.keysBelow(folder)) {
      for (const name of names) await bucket.remove(`${folder}${name}`);
    }
  }
  await identity.forgetUnfinished(bucket);
}

const notEmpty = (label: string) =>
  new CommandError(
    `${label} is not empty: it holds files of an installation, or something unfinished. Nothing was changed. Name a ` +
      "prefix of its own, or, if an unfinished move left it, begin again with --anew.",
  );
