import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { AppError, type Fault } from "../../server/src/kernel/errors.ts";
import { HttpError, wireErrorOf } from "../../server/src/transports/http/faults.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

interface Row {
  readonly code: string;
  readonly status: number;
  readonly errorCode: number;
}

const sortKey = ({ code, status, errorCode }: Row): string => `${code} ${status} ${errorCode}`;

/** Every `new AppError("CODE", "fault"` and `new HttpError("CODE", status` of the product. */
function rowsOfTheCode(): string[] {
  const sources = globSync("server/src/**/*.ts", { cwd: root }).filter((file) => !file.endsWith(".test.ts"));
  const found = sources.flatMap((file) => {
    const text = readFileSync(`${root}/${file}`, "utf8");
    return [...text.matchAll(/new (AppError|HttpError)\(\s*"([A-Z_]+)",\s*(?:"([a-z-]+)"|(\d+))/g)];
  });
  return [...new Set(found.map(([, , code = "", fault, status]) => sortKey(onTheWire(code, fault, status))))].sort();
}

function onTheWire(code: string, fault: string | undefined, status: string | undefined): Row {
  const error = fault
    ? new AppError(code, fault as Fault, "")
    : new HttpError(code, Number(status) as HttpError["status"], "");
  const { body } = wireErrorOf(error, 0);
  return { code, status: body.status, errorCode: body.errorCode };
}

function rowsOfTheDocument(): string[] {
  const text = readFileSync(`${root}/docs/errors.md`, "utf8");
  const rows = text.matchAll(/^\| `([A-Z_]+)` \| (\d+) \| (\d+) \| [^|]{5,} \| [^|]{5,} \|$/gm);
  return [...rows].map(([, code = "", status, errorCode]) =>
    sortKey({ code, status: Number(status), errorCode: Number(errorCode) }),
  );
}

test("[API2] docs/errors.md has a row for every error code in the source, with its status and number, and no other", () => {
  const documented = rowsOfTheDocument();

  expect(documented.length).toBeGreaterThan(30);
  expect([...documented].sort()).toEqual(rowsOfTheCode());
});

test("[API2] a code stands for one status and one number, everywhere", () => {
  const codes = rowsOfTheCode().map((row) => row.split(" ", 1)[0]);

  expect(codes).toEqual([...new Set(codes)]);
});

test("no error is made in a way that the table cannot see", () => {
  const bringingBack = ["/thread-error.ts", "/node-line/answer.ts"]; // what another thread or node has made
  const sources = globSync("server/src/**/*.ts", { cwd: root }).filter(
    (file) => !file.endsWith(".test.ts") && !bringingBack.some((end) => file.endsWith(end)),
  );
  const calls = sources.flatMap((file) => [
    ...readFileSync(`${root}/${file}`, "utf8").matchAll(/new (?:AppError|HttpError)\(\s*(\S{0,12})/g),
  ]);

  expect(calls.map(([, start = ""]) => start).filter((start) => !/^"[A-Z_]+/.test(start))).toEqual([]);
});
