import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { scratchFolder } from "../../../../test/scratch-folder.ts";
import { diskFaultOf } from "../../kernel/disk-fault.ts";
import { AppError } from "../../kernel/errors.ts";
import { DiskRoom } from "./disk-room.ts";

afterEach(() => void vi.useRealTimers());

function arrange() {
  const folder = scratchFolder("room");
  const changes: (string | undefined)[] = [];
  const places = { reserve: join(folder, "reserve"), databases: [] };
  const room = new DiskRoom(places, 0, (problem) => changes.push(problem?.code));
  onTestFinished(async () => {
    await room.close();
    rmSync(folder, { recursive: true });
  });
  return { room, changes };
}

const systemError = (code: string) => Object.assign(new Error(`${code}: refused, open '/srv/data/secret'`), { code });

test.each([
  ["of SQLite that failed", diskFaultOf("EIO") ?? new Error(), "DISK_FAILED"],
  ["on a disk that can only be read", systemError("EROFS"), "DISK_READ_ONLY"],
  ["of a file that may not be opened", systemError("EACCES"), "DATA_FILE_FORBIDDEN"],
])("[RUN11] a write %s is known at once, told once, and over some time after the last one", async (_, error, code) => {
  const { room, changes } = arrange();
  await room.look();
  vi.useFakeTimers({ toFake: ["performance"] });

  room.writeFailed(error);
  room.writeFailed(error);

  expect(room.problem?.code).toBe(code);
  expect(room.problem?.message).not.toContain("/srv");
  expect(changes).toEqual([code]);
  vi.advanceTimersByTime(4_999);
  await room.look();
  expect(room.problem?.code).toBe(code); // another file of the disk can be written, but that one could not
  vi.advanceTimersByTime(1);
  await room.look();
  expect(room.problem).toBeUndefined();
  expect(changes).toEqual([code, undefined]);
});

test.each([
  ["too many open files", systemError("EMFILE")],
  ["a caller who went away", systemError("ECONNRESET")],
  ["a caller's mistake", new AppError("NAME_TAKEN", "conflict", "taken")],
])("[RUN11] %s says nothing about the disk", (_, error) => {
  const { room, changes } = arrange();

  room.writeFailed(error);

  expect(room.problem).toBeUndefined();
  expect(changes).toEqual([]);
});
