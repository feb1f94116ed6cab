import { foldCase } from "../../kernel/text.ts";
import { type EpochMs, epochMs } from "../../kernel/time.ts";
import { fileNameInvalid, fileTagInvalid } from "./errors.ts";

/** The timeline of a file nobody named one for [FILE1]. */
export const defaultTag = "preview";

/** Bytes as UTF-8: both together fit into an index entry of every database. */
const longestName = 1_024;
const longestTag = 255;

// Control characters break logs and headers, halves of surrogate pairs cannot be stored, backslashes and `..` are
// somebody's attempt to leave the folder.
const forbidden = /[\p{Cc}\p{Cs}\\]/u;
// A tag is shown in menus and titles: what turns the text around it, or breaks its line, has no place in one [API12].
const deceiving = /[\p{Bidi_Control}\u2028\u2029\ufeff]/u;

/** The name as it is kept, verbatim; refuses what could name a place instead of a file [FILE1]. */
export function checkedName(name: string): string {
  if (!isKeepableName(name)) throw fileNameInvalid(name);
  return name;
}

export function isKeepableName(name: string): boolean {
  const parts = name.split("/");
  const wrong =
    Buffer.byteLength(name) > longestName || forbidden.test(name) || parts.includes("..") || parts.at(-1) === "";
  return !wrong && name.trim() !== "";
}

export function checkedTag(tag: string): string {
  if (!isTag(tag)) throw fileTagInvalid(tag);
  return tag;
}

/** What a device calls its tag, where that can be kept: no file is refused for its tag [DHP3]. */
export const keepableTag = (tag: string | undefined): string | undefined =>
  tag !== undefined && isTag(tag) && !tag.includes(undecodable) ? tag : undefined;

/** What a decoder puts where bytes were not UTF-8: the tag was another one. */
const undecodable = "\ufffd";

const isTag = (tag: string): boolean =>
  tag.trim() !== "" &&
  Buffer.byteLength(tag) <= longestTag &&
  !forbidden.test(tag) &&
  !deceiving.test(tag) &&
  !tag.split("/").includes("..");

/** The name of an uploaded part without the path some clients put before it [FILE1]. */
export const baseNameOf = (name: string): string =>
  name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1);

/**
 * The names inside an archive: a leading `/` is normal on devices and has no place there [FILE1]. Without it two names may
 * be one; the later one gets a number, for whoever unpacks the archive wants both files.
 */
export function archiveNamesOf(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const plain = name.replace(/^\/+/, "");
    let free = plain;
    for (let number = 2; taken.has(free); number++) free = plain.replace(/(\.[^./]*)?$/, ` (${number})$1`);
    taken.add(free);
    return free;
  });
}

export const isOsfName = (name: string): boolean => /\.osfz?$/.test(foldCase(name));

/** `/sde/<tag>/<YYYYMMDD>/<YYYYMMDD>_<HHMMSS>.osfz`: what a name says where nothing better is known [DHP5]. */
const stamped = /(?:^|\/)(\d{4})(\d{2})(\d{2})_(\d{2})(\d{2})(\d{2})\.[^/]+$/;
const tagged = /^\/?[^/]+\/([^/]+)\/\d{8}\/\d{8}_\d{6}\.[^/]+$/;

export function startTimeOfName(name: string): EpochMs | null {
  const match = stamped.exec(name);
  if (!match) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1).map(Number);
  const time = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const isReal =
    time.getUTCMonth() === month - 1 && time.getUTCDate() === day && hour < 24 && minute < 60 && second < 61;
  return isReal ? epochMs(time.getTime()) : null;
}

export const tagOfName = (name: string): string | null => tagged.exec(name)?.[1] ?? null;
