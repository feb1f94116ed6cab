import { existsSync, mkdtempSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Linux keeps this folder in memory: a sync costs nothing there, and thousands of them do not slow a test down. */
const memoryFolder = "/dev/shm";
/** Containers often have 64 MiB of it, which a few nodes or a browser fill. */
const roomWanted = 1024 ** 3;

export function hasMemoryFolder(room = roomWanted): boolean {
  if (!existsSync(memoryFolder)) return false;
  const { bavail, bsize } = statfsSync(memoryFolder);
  return bavail * bsize >= room;
}

/** Where folders are made of what does not care whether its data outlives the machine, and needs so much room. */
export const scratchPlace = (room = roomWanted): string => (hasMemoryFolder(room) ? memoryFolder : tmpdir());

/** A new, empty folder for such a test. */
export const scratchFolder = (name: string): string => mkdtempSync(join(scratchPlace(), `heliograph-${name}-`));
