import { expect, test } from "vitest";
import { openOsf } from "../read/osf-file.ts";
import type { Series } from "../read/samples/series.ts";
import { VariableValues } from "../read/samples/variable-values.ts";
import { encodeOsf } from "../write/osf-writer.ts";
import { plannedChannelsOf } from "./channel-plan.ts";
import { SortedWindows } from "./time-windows.ts";

const t0 = 1_700_000_000_000_000_000n;
const second = 1_000_000_000n;

async function windowsOf(bytes: Uint8Array, maxBytes: number): Promise<(readonly Series[])[]> {
  const files = [await openOsf(bytes)];
  const windows = new SortedWindows(files, plannedChannelsOf(files, {}), {}, { duplicates: "all", maxBytes });
  return Array.fromAsync(windows);
}

const valueBytes = ({ values }: Series): number =>
  values instanceof VariableValues ? values.bytes.length : values.byteLength;
const sizeOf = (window: readonly Series[]): number =>
  window.reduce((sum, series) => sum + series.times.byteLength + valueBytes(series), 0);

const counter = Array.from({ length: 10_000 }, (_, i) => i);
const times = counter.map((i) => t0 + BigInt(i) * second);
/** Short texts for most of the time, long ones in a few minutes of it, as a logger in trouble writes them. */
const texts = counter.map((i) => (i < 9_700 ? "fine" : `${i} ${"trouble ".repeat(500)}`));
const withLongTexts = encodeOsf(
  {
    channels: [
      { name: "count", datatype: "int32" },
      { name: "log", datatype: "string" },
    ],
  },
  (out) => {
    out.stamped(0, times, counter);
    out.stamped(1, times, texts);
  },
);

test("a stretch of time with large values is cut again: none takes more memory than allowed", async () => {
  const maxBytes = 200_000;

  const windows = await windowsOf(withLongTexts, maxBytes);

  expect(Math.max(...windows.map(sizeOf))).toBeLessThanOrEqual(maxBytes);
  expect(windows.flatMap(([counts]) => [...((counts?.values ?? []) as Int32Array)])).toEqual(counter);
  expect(windows.reduce((sum, [, log]) => sum + (log?.times.length ?? 0), 0)).toBe(counter.length);
});

test("the block type of texts is known with the first of many stretches", async () => {
  const files = [await openOsf(withLongTexts)];
  const windows = new SortedWindows(files, plannedChannelsOf(files, {}), {}, { duplicates: "all", maxBytes: 200_000 });

  for await (const _ of windows) expect(windows.blocks).toEqual([new Map([[1, "stamped"]])]);
  expect(windows.reports).toHaveLength(1);
});

test("samples of one moment stay together, however large they are", async () => {
  const texts = Array.from({ length: 20 }, (_, i) => `${i} ${"x".repeat(10_000)}`);
  const bytes = encodeOsf({ channels: [{ name: "log", datatype: "string" }] }, (out) =>
    out.stamped(0, new BigInt64Array(texts.length).fill(t0), texts),
  );

  const windows = await windowsOf(bytes, 50_000);

  expect(windows.map(([log]) => log?.times.length)).toEqual([texts.length]);
});

test("of many files in one order of time, each is read a few times, not once per stretch", async () => {
  const opened: number[] = [];
  const parts = Array.from({ length: 20 }, (_, part) => {
    const bytes = encodeOsf({ channels: [{ name: "count", datatype: "int32" }] }, (out) =>
      out.stamped(
        0,
        times.slice(part * 500, (part + 1) * 500).reverse(),
        counter.slice(part * 500, (part + 1) * 500).reverse(),
      ),
    );
    return openOsf(() => {
      opened[part] = (opened[part] ?? 0) + 1;
      return new Blob([bytes]).stream();
    });
  });
  const files = await Promise.all(parts);

  const windows = new SortedWindows(files, plannedChannelsOf(files, {}), {}, { duplicates: "all", maxBytes: 6_000 });
  const all = await Array.fromAsync(windows);

  expect(all.flatMap(([counts]) => [...((counts?.values ?? []) as Int32Array)])).toEqual(counter);
  expect(all.length).toBeGreaterThan(19);
  // The header, the attempt at once, the look at all times, and the stretches it lies in.
  expect(Math.max(...opened)).toBeLessThan(10);
  expect(windows.reports.map(({ samples }) => samples)).toEqual(new Array(20).fill(500));
});
