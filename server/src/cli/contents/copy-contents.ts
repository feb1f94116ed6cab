import { fewAtATime } from "../../adapters/blobs/s3/few-at-a-time.ts";
import { AppError } from "../../kernel/errors.ts";
import { CommandError } from "../failure.ts";
import { type ContentPlace, hashIn, type KeptFile } from "./content-place.ts";
import { hashOfBytes } from "./folder-contents.ts";

/** An S3 far away answers as soon for several as for one. */
const atOnce = 4;
const attempts = 3;

export interface CopiedContents {
  readonly count: number;
  readonly bytes: number;
  /** Names of those that are not what was stored under their name. */
  readonly damaged: readonly string[];
}

/**
 * Copies everything that is not there yet with the same size; `passed` is told of each, copied or not. One that is gone
 * meanwhile is nobody's any more; one that cannot be had whole fails it all.
 */
export async function copyContents(
  from: ContentPlace,
  to: ContentPlace,
  passed: (file: KeptFile) => void = () => undefined,
): Promise<CopiedContents> {
  const [damaged, sum]: [string[], { count: number; bytes: number }] = [[], { count: 0, bytes: 0 }];
  for await (const files of from.files()) {
    await fewAtATime(files, atOnce, async (file) => {
      const isWhole = (await to.sizeOf(file.name)) === file.size || (await copyOne(from, to, file));
      if (!isWhole) damaged.push(file.name);
      sum.count++;
      sum.bytes += file.size;
      passed(file);
    });
  }
  return { ...sum, damaged };
}

/** False when it is not what was stored under its name: on its way a byte may change, each time another one hardly. */
async function copyOne(from: ContentPlace, to: ContentPlace, { name }: KeptFile): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      const bytes = await from.read(name);
      if (!bytes) return true;
      const sha256 = await to.write(name, bytes);
      if (sha256 === (hashIn(name) ?? sha256)) return true;
      if (attempt === attempts) return false;
    } catch (error) {
      if (error instanceof AppError || attempt === attempts) throw notWhole(from, name, error);
    }
  }
}

function notWhole({ label }: ContentPlace, name: string, error: unknown): unknown {
  if (error instanceof AppError || (error instanceof Error && "syscall" in error)) return error;
  const why = error instanceof Error ? error.message : String(error);
  return new CommandError(`${name} in ${label} could not be fetched whole (${why}); try again.`);
}

interface Difference {
  readonly name: string;
  readonly difference: string;
}

/** Reads everything in a place that another one holds, too, and names what is missing or differs. */
export async function differencesIn(
  place: ContentPlace,
  expected: ContentPlace,
  passed: (file: KeptFile) => void = () => undefined,
): Promise<Difference[]> {
  const found: Difference[] = [];
  for await (const files of expected.files()) {
    await fewAtATime(files, atOnce, async (file) => {
      const difference = await differenceOf(place, expected, file.name);
      if (difference !== undefined) found.push({ name: file.name, difference });
      passed(file);
    });
  }
  return found;
}

async function differenceOf(place: ContentPlace, expected: ContentPlace, name: string): Promise<string | undefined> {
  const sha256 = await hashOf(place, name);
  if (sha256 === undefined) return "is missing";
  const wanted = hashIn(name) ?? (await hashOf(expected, name));
  return sha256 === wanted ? undefined : "is not what was stored";
}

async function hashOf(place: ContentPlace, name: string): Promise<string | undefined> {
  const bytes = await place.read(name);
  return bytes && hashOfBytes(bytes);
}
