import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Linux keeps this folder in memory: a sync costs nothing there, and thousands of them do not slow a test down. */
const memoryFolder = "/dev/shm";

/** A new, empty folder for a test that does not care whether its data outlives the machine. */
export const scratchFolder = (name: string): string =>
  mkdtempSync(join(existsSync(memoryFolder) ? memoryFolder : tmpdir(), `heliograph-${name}-`));
