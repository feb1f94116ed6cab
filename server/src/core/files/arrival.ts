import type { DeviceFile, FileKey } from "./device-file.ts";
import { baseNameOf, defaultTag } from "./file-name.ts";
import { storageStatus } from "./storage-status.ts";

/** A file that came without being asked for: which one it is has to be found out [DHP3]. */
export interface Arrival {
  /** What it is called if it is a new one. */
  readonly name: string;
  /** Undefined: its sender did not say, or nothing that can be kept. */
  readonly tag: string | undefined;
  readonly sha256: string;
}

export const likenessOf = ({ name, sha256 }: Arrival) => ({ baseName: baseNameOf(name), sha256 });

/**
 * The one file that is awaited under its base name, else the held one with the same content, which was sent again, else
 * a new one. A tag its sender named rules out files of other tags: loggers call the recordings of all tags alike.
 */
export function locateArrival({ name, tag, sha256 }: Arrival, alike: readonly DeviceFile[]): FileKey {
  const candidates = tag === undefined ? alike : alike.filter((file) => file.tag === tag);
  const [awaited, ...others] = candidates.filter(isAwaited);
  if (awaited && others.length === 0) return awaited;
  const sentAgain = candidates.filter(({ content }) => content?.sha256 === sha256);
  return sentAgain.find((file) => file.tag === defaultTag) ?? sentAgain[0] ?? { name, tag: tag ?? defaultTag };
}

const isAwaited = ({ status }: DeviceFile): boolean =>
  status === storageStatus.onDevice || status === storageStatus.requested;

/** The key of a file that came before its announcement: devices send base names and announce paths [DHP3]. */
export function arrivedBefore({ name, tag }: FileKey): FileKey | undefined {
  const baseName = baseNameOf(name);
  return baseName === name ? undefined : { name: baseName, tag };
}
