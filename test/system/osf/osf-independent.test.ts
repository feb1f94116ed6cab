import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateSync, gzipSync } from "node:zlib";
import { encodeOsf } from "@heliograph/osf";
import { afterAll, describe, expect, test } from "vitest";
import { hasProgram } from "../../support/debian-package.ts";

const own = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const hasPython = hasProgram("python3", "--version", ["python3"], "OSF values are not compared with another decoder");
const folder = mkdtempSync(join(tmpdir(), "osf-independent-"));
afterAll(() => rmSync(folder, { recursive: true }));

function jsonOf(program: string, ...args: readonly string[]) {
  const { stdout, stderr, status } = spawnSync(program, args, { encoding: "utf8", maxBuffer: 1 << 26 });
  expect([status, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout);
}

function saved(name: string, bytes: Uint8Array): string {
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
}

const start = 1_700_000_000_123_456_789n;
const times = Array.from({ length: 50 }, (_, i) => start + BigInt(i * i) * 1_000_003n);
const types = ["bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "float", "double"] as const;

/** Every datatype, time-stamped, and an odd sample rate, in files of our writer. */
function written(version: 4 | 5, crc: boolean): Uint8Array {
  const named = [...types, "int64", "uint64", "string", "binary", "gpslocation"] as const;
  const channels = [
    ...named.map((datatype) => ({ name: datatype, datatype, unit: "°" })),
    { name: "equidistant", datatype: "float" as const },
  ];
  return encodeOsf({ version, crc, trailer: version === 4, channels }, (out) => {
    for (const [place, type] of types.entries()) {
      const values = times.map((_, i) => (type === "bool" ? Number(i % 3 === 0) : (i * (place + 3)) % 120));
      out.stamped(type, times, type === "double" ? values.map((value) => value / 7) : values);
      out.stamped(type, [start], [type === "bool" ? 1 : 5]);
    }
    out.stamped(
      "int64",
      times,
      times.map((time, i) => (i % 2 ? -time : time)),
    );
    out.stamped(
      "uint64",
      times,
      times.map((time) => time + 2n ** 63n),
    );
    out.stamped(
      "string",
      times,
      times.map((_, i) => `Grüße ${i} ✓`),
    );
    out.stamped("binary", times.slice(0, 3), [Uint8Array.of(1, 0), Uint8Array.of(0), Uint8Array.of(255)]);
    out.stamped(
      "gpslocation",
      times,
      times.flatMap((_, i) => [48 + i / 1000, 11 - i / 1000, 500]),
    );
    out.start(
      "equidistant",
      start,
      51_200 / 3,
      Float32Array.from(times, (_, i) => Math.sin(i)),
    );
    out.continue(
      "equidistant",
      Float32Array.from(times, (_, i) => Math.cos(i)),
    );
    out.start("equidistant", start + 10_000_000_000n, 7, [1, 2, 3]);
  });
}

describe.skipIf(!hasPython)("an independent decoder sees the same values", () => {
  test.each([
    ["example.osf", () => own("../../../osf/fixtures/example.osf")],
    ["osf4_ruvvi.osf", () => own("../../../osf/fixtures/osf4_ruvvi.osf")],
    ["OSF4 of our writer, with a trailer", () => saved("four.osf", written(4, false))],
    ["OSF5 of our writer", () => saved("five.osf", written(5, false))],
    ["OSF5 with checksums, gzip", () => saved("five.osfz", gzipSync(written(5, true)))],
    ["OSF4, zlib", () => saved("four.osfz", deflateSync(written(4, false)))],
  ])("%s", (_name, pathOf) => {
    const path = pathOf();
    const ours = jsonOf(process.execPath, own("../../../osf/src/cli/main.ts"), "stat", "--json", path);
    const theirs = jsonOf("python3", own("./independent_decoder.py"), path);

    expect(theirs.samples).toBeGreaterThan(500);
    expect([ours.version, ours.blocks, ours.samples]).toEqual([theirs.version, theirs.blocks, theirs.samples]);
    expect(ours.channels.map(withoutRounding)).toEqual(theirs.channels.map(withoutRounding));
    for (const [i, { sum }] of theirs.channels.entries()) {
      if (typeof sum === "number") expect(ours.channels[i].sum / (sum || 1)).toBeCloseTo(sum ? 1 : 0, 12);
    }
  });
});

describe.skipIf(!hasPython)(
  "§6.5 an independent decoder finds texts in the block type of the source, or in the one asked for",
  () => {
    const four = { "4": 44 };
    test.each([
      ["convert", [], four],
      ["repair", [], four],
      ["merge", [], four],
      ["merge", ["--strings", "stamped"], { "8": 44 }],
      ["convert", ["--version", "5"], { "8": 44 }],
    ] as const)("%s %j", (command, args, textBlocks) => {
      const example = own("../../../osf/fixtures/example.osf");
      const out = join(folder, `${command}${args.join("")}.osf`);
      jsonOf(process.execPath, own("../../../osf/src/cli/main.ts"), command, example, "--out", out, "--json", ...args);
      const [before, after] = [example, out].map((path) => jsonOf("python3", own("./independent_decoder.py"), path));

      expect([before.textBlocks, after.textBlocks]).toEqual([four, textBlocks]);
      expect(after.channels.map(withoutRounding)).toEqual(before.channels.map(withoutRounding));
    });
  },
);

/** Sums of floating-point numbers depend on the order of additions and are compared apart. */
function withoutRounding(channel: Record<string, unknown>): Record<string, unknown> {
  const isRounded = channel["datatype"] === "float" || channel["datatype"] === "double";
  return isRounded ? { ...channel, sum: "compared apart" } : channel;
}
