import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { deflateSync, gzipSync } from "node:zlib";
import { openOsf, sampleAt } from "@heliograph/osf";
import type { Browser, Page } from "playwright-core";
import { build, type Rolldown } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasChromium, openBrowser } from "../../support/chromium.ts";
import type { OsfPage } from "./osf-page.program.ts";

const program = fileURLToPath(new URL("./osf-page.program.ts", import.meta.url));
const example = readFileSync(new URL("../../../osf/fixtures/example.osf", import.meta.url));

/** The package as a web project gets it: bundled by Vite. */
async function bundled(): Promise<string> {
  const lib = { entry: program, formats: ["iife" as const], name: "page" };
  const result = await build({ configFile: false, logLevel: "error", build: { write: false, lib, minify: false } });
  const [output] = (Array.isArray(result) ? result : [result]) as Rolldown.RolldownOutput[];
  const [chunk] = output?.output ?? [];
  if (chunk?.type !== "chunk") throw new Error("nothing was built");
  return chunk.code;
}

describe.skipIf(!hasChromium())("the OSF package in a browser", { timeout: 180_000 }, () => {
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    browser = await openBrowser();
    page = await browser.newPage();
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.addScriptTag({ content: await bundled() });
  });
  afterAll(() => browser.close());

  const call = <N extends keyof OsfPage>(
    name: N,
    ...args: Parameters<OsfPage[N]>
  ): Promise<Awaited<ReturnType<OsfPage[N]>>> =>
    page.evaluate(
      // biome-ignore lint/suspicious/noExplicitAny: the page's global, typed by the caller
      ([which, values]) => (globalThis as any).osfPage[which as string](...(values as unknown[])),
      [name, args] as const,
    );

  const whole = {
    samples: 2414,
    truncated: false,
    codes: [],
    first: ["1699026474466962147", 1.736836282985541],
  };

  test.each([
    ["plain", example, "none"],
    ["gzip", gzipSync(example), "gzip"],
    ["zlib", deflateSync(example), "zlib"],
    ["three gzip members, two of them next to each other and empty", members([30_000, 30_000]), "gzip"],
    ["forty gzip members", members(Array.from({ length: 39 }, (_, i) => (i + 1) * 1900)), "gzip"],
  ])("reads a Blob: %s", async (_name, bytes, compression) => {
    expect(await call("read", bytes.toString("base64"), "FuncGen.Sinus")).toMatchObject({ ...whole, compression });
  });

  test("a compressed Blob that is cut gives what inflates, and says so", async () => {
    const cut = members([30_000]).subarray(0, -2000);
    const result = await call("read", cut.toString("base64"), "FuncGen.Sinus");

    expect(result).toMatchObject({ truncated: true, first: whole.first });
    expect(result.codes).toContain("compressed-truncated");
    expect(result.samples).toBeGreaterThan(1500);
  });

  test("what a browser writes, plain and compressed, is read here", async () => {
    const { plain, packed } = await call("write");
    for (const base64 of [plain, packed]) {
      const file = await openOsf(new Uint8Array(Buffer.from(base64, "base64")));
      const values: unknown[] = [];
      for await (const batch of file.batches())
        for (let i = 0; i < batch.count; i++) values.push([batch.times[i], sampleAt(batch, i)]);

      expect(file.header).toMatchObject({ version: 5, integrity: "crc", metadata: { creator: "browser" } });
      expect(values).toEqual([
        [1_700_000_000_000_000_000n, 1],
        [1_700_000_000_001_000_000n, 2.5],
        [1_700_000_000_002_000_000n, -3],
        [1_700_000_000_000_000_000n, "Grüße ✓"],
      ]);
    }
  });

  test("a channel is drawn from a part of its preview", async () => {
    const drawn = await call("draw", example.toString("base64"), "FuncGen.Sinus", 300);

    expect(drawn.inked).toBeGreaterThan(1000);
    expect(drawn.buckets).toBeGreaterThan(50);
    expect(drawn.high).toBeGreaterThan(drawn.low);
    expect(drawn.readBytes).toBeLessThan(drawn.previewBytes);
    expect(complaints).toEqual([]);
  });
});

/** The example in gzip members that end at the given places. */
function members(ends: readonly number[]): Buffer {
  const borders = [0, ...ends, example.length];
  return Buffer.concat(borders.slice(1).map((end, i) => gzipSync(example.subarray(borders[i], end))));
}
