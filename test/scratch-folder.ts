import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync, statfsSync } from "node:fs";
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

/** A new, empty folder of this process. Those that killed ones have left go first: nobody else knows of them. */
export function ownFolder(place: string, prefix: string, isLeft: (path: string) => boolean = () => true): string {
  const others = readdirSync(place).filter((name) => isOfNobody(name, `${prefix}${counted()}-`));
  for (const path of others.map((name) => join(place, name)).filter(isLeft)) removeIfAllowed(path);
  return mkdtempSync(join(place, `${prefix}${counted()}-${process.pid}-`));
}

/** Among which processes a number is one: containers may share the place, and each counts its own. */
export const counted = (): string =>
  existsSync("/proc/self/ns/pid") ? readlinkSync("/proc/self/ns/pid").replaceAll(/\D/g, "") : "0";

function isOfNobody(name: string, prefix: string): boolean {
  const [pid] = name.startsWith(prefix) ? (/^\d+(?=-)/.exec(name.slice(prefix.length)) ?? []) : [];
  if (pid === undefined) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ESRCH";
  }
}

function removeIfAllowed(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // it is another account's, or on its way already
  }
}

const placeOfRun = "HELIOGRAPH_SCRATCH";

/** All that tests leave lies in one place, which goes when this process ends: nobody has memory to spare for old runs. */
export function keepScratchOfRun(): void {
  if (process.env[placeOfRun] !== undefined) return;
  const place = ownFolder(scratchPlace(), "heliograph-run-");
  process.env[placeOfRun] = place;
  process.on("exit", () => rmSync(place, { recursive: true, force: true }));
}

/** A new, empty folder for such a test. */
export function scratchFolder(name: string): string {
  const [place, ofRun = ""] = [scratchPlace(), process.env[placeOfRun]];
  return mkdtempSync(join(dirname(ofRun) === place ? ofRun : place, `heliograph-${name}-`));
}
