import { expect, test } from "vitest";
import { damagedCode } from "./jobs.ts";
import { failureOf } from "./reader-process.ts";

test.for([
  ["EMFILE", "TOO_MANY_OPEN_FILES", "busy"],
  ["ENFILE", "TOO_MANY_OPEN_FILES", "busy"],
  ["EIO", "DISK_FAILED", "busy"],
  ["EROFS", "DISK_READ_ONLY", "busy"],
  ["ENOSPC", "STORAGE_FULL", "busy"],
  ["ENOENT", "FILE_CONTENT_MISSING", "internal"],
  [damagedCode, "FILE_CONTENT_DAMAGED", "internal"],
  ["not-osf", "FILE_UNREADABLE", "invalid"],
] as const)(
  "[RUN11] %s while a measurement file is read is %s: only what is wrong in the file is its fault",
  ([code, ours, fault]) => {
    const failure = failureOf({ kind: "failed", message: `${code}: '/srv/data/files/contents/ab/abc'`, code });

    expect(failure).toMatchObject({ code: ours, fault });
    if (fault === "busy") expect(failure.message).not.toContain("/srv/data");
  },
);
