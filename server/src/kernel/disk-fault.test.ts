import { expect, test } from "vitest";
import { diskFaultOf, errnoOfSqlite } from "./disk-fault.ts";

test.for([
  ["ENOSPC", /full/],
  ["EDQUOT", /quota/],
  ["EROFS", /read-only/],
  ["EIO", /could not be read or written/],
  ["EACCES", /may not open one of its own files/],
  ["EPERM", /may not open one of its own files/],
  ["EMFILE", /too many files/],
  ["ENFILE", /too many files/],
] as const)("[RUN11] %s is a refusal that passes, in true words", ([errno, words]) => {
  const fault = diskFaultOf(errno);

  expect(fault).toMatchObject({ fault: "busy", message: expect.stringMatching(words) });
});

test.for([
  [14, /could not be opened: too many are open, or this one may not be/],
  [270, /could not be opened/], // SQLITE_CANTOPEN_NOTEMPDIR
  [11, /disk fails, or it is damaged/], // a failed read (EIO) arrives as SQLITE_CORRUPT, too
  [26, /disk fails, or it is damaged/], // SQLITE_NOTADB
] as const)(
  "[RUN11] what SQLite says by %s is a refusal that passes, and claims no more than is known",
  ([code, words]) => {
    const fault = diskFaultOf(errnoOfSqlite(code));

    expect(fault).toMatchObject({ fault: "busy", message: expect.stringMatching(words) });
  },
);

test("[RUN11] what is no fault of the disk is none", () => {
  expect(diskFaultOf("ENOENT")).toBeUndefined();
  expect(diskFaultOf(undefined)).toBeUndefined();
  expect(errnoOfSqlite(1)).toBeUndefined();
  expect(errnoOfSqlite(522)).toBe("EIO"); // SQLITE_IOERR_SHORT_READ
  expect(errnoOfSqlite(1544)).toBe("EROFS"); // one of SQLITE_READONLY
});
