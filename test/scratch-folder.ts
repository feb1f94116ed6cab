import { existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

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

const placeOfRun = "HELIOGRAPH_SCRATCH";

/** All that tests leave lies in one place, which goes when this process ends: nobody has memory to spare for old runs. */
export function keepScratchOfRun(): void {
  if (process.env[placeOfRun] !== undefined) return;
  const place = mkdtempSync(join(scratchPlace(), "heliograph-run-"));
  process.env[placeOfRun] = place;
  process.on("exit", () => rmSync(place, { recursive: true, force: true }));
}

/** A new, empty folder for such a test. */
export function scratchFolder(name: string): string {
  const [place, ofRun = ""] = [scratchPlace(), process.env[placeOfRun]];
  return mkdtempSync(join(dirname(ofRun) === place ? ofRun : place, `heliograph-${name}-`));
}
