import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateSync, gzipSync } from "node:zlib";
import { encodeOsf } from "@heliograph/osf";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { commandLine } from "../../../osf/src/cli/command-line.ts";
import { hasProgram } from "../../support/debian-package.ts";

const own = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const hasPython = hasProgram("python3", "--version", ["python3"], "OSF values are not compared with another decoder");
const folder = mkdtempSync(join(tmpdir(), "osf-independent-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** What the command line says, in this process. */
async function ours(...args: readonly string[]) {
  let said = "";
  const spy = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    said += String(text);
    return true;
  });
  const status = await commandLine(args).finally(() => spy.mockRestore());
  expect(status).toBe(0);
  return JSON.parse(said);
}

/** The other decoder reads all files it is asked about at once: starting it is most of what it costs. */
function theirsOf(paths: readonly string[]) {
  const args = [own("./independent_decoder.py"), ...paths];
  const { stdout, stderr, status } = spawnSync("python3", args, { encoding: "utf8", maxBuffer: 1 << 26 });
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

const example = own("../../../osf/fixtures/example.osf");

describe.skipIf(!hasPython)("an independent decoder sees the same values", () => {
  const files = {
    "example.osf": () => example,
    "osf4_ruvvi.osf": () => own("../../../osf/fixtures/osf4_ruvvi.osf"),
    "OSF4 of our writer, with a trailer": () => saved("four.osf", written(4, false)),
    "OSF5 of our writer": () => saved("five.osf", written(5, false)),
    "OSF5 with checksums, gzip": () => saved("five.osfz", gzipSync(written(5, true))),
    "OSF4, zlib": () => saved("four.osfz", deflateSync(written(4, false))),
  };
  let paths: string[];
  let decoded: ReturnType<typeof theirsOf>;
  beforeAll(() => {
    paths = Object.values(files).map((pathOf) => pathOf());
    decoded = theirsOf(paths);
  });

  test.each([...Object.keys(files).entries()])("%i: %s", async (at) => {
    const stat = await ours("stat", "--json", paths[at] ?? "");
    const theirs = decoded[at];

    expect(theirs.samples).toBeGreaterThan(500);
    expect([stat.version, stat.blocks, stat.samples]).toEqual([theirs.version, theirs.blocks, theirs.samples]);
    expect(stat.channels.map(withoutRounding)).toEqual(theirs.channels.map(withoutRounding));
    for (const [i, { sum }] of theirs.channels.entries()) {
      if (typeof sum === "number") expect(stat.channels[i].sum / (sum || 1)).toBeCloseTo(sum ? 1 : 0, 12);
    }
  });
});

test.skipIf(!hasPython)(
  "§6.5 an independent decoder finds texts in the block type of the source, or in the one asked for",
  async () => {
    const four = { "4": 44 };
    const written = [
      ["convert", [], four],
      ["repair", [], four],
      ["merge", [], four],
      ["merge", ["--strings", "stamped"], { "8": 44 }],
      ["convert", ["--version", "5"], { "8": 44 }],
    ] as const;
    const outs = written.map(([command, args]) => join(folder, `${command}${args.join("")}.osf`));
    for (const [at, [command, args]] of written.entries())
      await ours(command, example, "--out", outs[at] ?? "", "--json", ...args);

    const [before, ...after] = theirsOf([example, ...outs]);

    expect(before.textBlocks).toEqual(four);
    for (const [at, [command, args, textBlocks]] of written.entries()) {
      expect(after[at].textBlocks, `${command} ${args}`).toEqual(textBlocks);
      expect(after[at].channels.map(withoutRounding), `${command} ${args}`).toEqual(
        before.channels.map(withoutRounding),
      );
    }
  },
);

/** Sums of floating-point numbers depend on the order of additions and are compared apart. */
function withoutRounding(channel: Record<string, unknown>): Record<string, unknown> {
  const isRounded = channel["datatype"] === "float" || channel["datatype"] === "double";
  return isRounded ? { ...channel, sum: "compared apart" } : channel;
}
