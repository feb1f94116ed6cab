import { chmod, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type TempFolder, tempFolder } from "../../../../test/support/temp-folder.ts";
import { ChromiumPrinter } from "./chromium-printer.ts";
import { findBrowser } from "./find-browser.ts";

const page = async () => ({
  ...{ path: "/s/1?print#secret", timeZone: "UTC", language: "en" as const },
  paper: { size: "A4" as const, orientation: "LANDSCAPE" as const },
});

async function program({ path }: TempFolder, script: string): Promise<string> {
  const file = join(path, "browser.sh");
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o700);
  return file;
}

function printerOf({ path }: TempFolder, file: string, timeoutMs = 60_000) {
  const doors = { open: 0 };
  const open = async () => {
    doors.open += 1;
    const close = async () => {
      doors.open -= 1;
    };
    return { port: 1, close };
  };
  const options = { program: file, profile: join(path, "profile"), timeoutMs, memoryBytes: 1_073_741_824 };
  return { doors, printer: new ChromiumPrinter({ open }, options) };
}

const printed = (printer: ChromiumPrinter, signal = new AbortController().signal) =>
  Array.fromAsync(printer.print(page, signal)).catch((error: unknown) => error);

const isGone = (path: string) =>
  stat(path).then(
    () => false,
    () => true,
  );

test("[SCH2] a server without a browser says so, and a named one is not replaced by another", async () => {
  await using folder = await tempFolder();
  const { printer, doors } = printerOf(folder, join(folder.path, "none"));

  expect(await findBrowser(join(folder.path, "none"))).toBeUndefined();
  expect(await printed(printer)).toMatchObject({
    code: "REPORT_BROWSER_MISSING",
    message: expect.stringContaining("HELIO_BROWSER"),
  });
  expect(doors.open).toBe(0);
});

test("[SCH2] a browser that ends early is told with its last words, and leaves nothing", async () => {
  await using folder = await tempFolder();
  const { printer, doors } = printerOf(folder, await program(folder, "echo No usable sandbox >&2; exit 1"));

  expect(await printed(printer)).toMatchObject({
    code: "REPORT_BROWSER_CRASHED",
    message: expect.stringContaining("No usable sandbox"),
  });
  expect([doors.open, await isGone(join(folder.path, "profile"))]).toEqual([0, true]);
});

test("[SCH2] a browser that hangs is ended with its children, by the time or when nobody wants it", async () => {
  await using folder = await tempFolder();
  const hanging = await program(folder, `sleep 3600 & echo $! > ${join(folder.path, "child")}; exec sleep 3600`);
  const { printer, doors } = printerOf(folder, hanging, 300);
  const childFile = join(folder.path, "child");

  do expect(await printed(printer)).toMatchObject({ code: "REPORT_BROWSER_SLOW" });
  while (await isGone(childFile)); // on a busy machine a shell may have begun nothing by then
  const child = Number(await readFile(childFile, "utf8"));
  await expect.poll(() => isRunning(child)).toBe(false);
  const unwanted = AbortSignal.abort(new Error("cancelled"));
  expect(await printed(printer, unwanted)).toMatchObject({ message: "cancelled" });
  expect([doors.open, await isGone(join(folder.path, "profile"))]).toEqual([0, true]);
});

/** One that ended and that nobody took note of yet runs no more. */
async function isRunning(id: number): Promise<boolean> {
  const text = await readFile(`/proc/${id}/stat`, "utf8").catch(() => ") Z");
  return !text.slice(text.lastIndexOf(")")).startsWith(") Z");
}
