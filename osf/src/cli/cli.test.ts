// The command line: in this process where it is about what is said and written, as users run it where it is about
// exit codes, pipes and handles.
import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { mostly } from "../../../test/support/at-length.ts";
import { crc32c } from "../format/crc32c.ts";
import { controlsOf, fixture, hex, joinedBytes, readSamples } from "../testing/raw-file.ts";
import { encodeOsf } from "../write/osf-writer.ts";
import { commandLine } from "./command-line.ts";

const program = fileURLToPath(new URL("./main.ts", import.meta.url));
const example = fileURLToPath(new URL("../../fixtures/example.osf", import.meta.url));
const old = fileURLToPath(new URL("../../fixtures/osf3.osf", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "osf-cli-"));
afterAll(() => rmSync(folder, { recursive: true }));

const startFolder = process.cwd();
beforeAll(() => process.chdir(folder));
afterAll(() => process.chdir(startFolder));

/** As a process of its own. */
const osfProcess = (...args: readonly string[]): SpawnSyncReturns<string> =>
  spawnSync(process.execPath, [program, ...args], { encoding: "utf8", cwd: folder });

/** In this process, which costs a hundredth of starting another. */
async function osf(...args: readonly string[]): Promise<{ status: number; stdout: string; stderr: string }> {
  const said = { stdout: "", stderr: "" };
  const spies = (["stdout", "stderr"] as const).map((name) =>
    vi.spyOn(process[name], "write").mockImplementation((text) => {
      said[name] += String(text);
      return true;
    }),
  );
  try {
    return { status: await commandLine(args), ...said };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
const jsonOf = async (...args: readonly string[]) => JSON.parse((await osf(...args)).stdout);

async function inTurn<T>(calls: readonly (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = [];
  for (const call of calls) results.push(await call());
  return results;
}
const at = (name: string): string => join(folder, name);

function saved(name: string, bytes: Uint8Array): string {
  writeFileSync(at(name), bytes);
  return at(name);
}

/** A block with its checksum (§10.2). */
function sealed(block: Uint8Array): Uint8Array {
  const sum = new Uint8Array(4);
  new DataView(sum.buffer).setUint32(0, crc32c(block), true);
  return joinedBytes(block, sum);
}

describe("osf stat --json", () => {
  test("prints exactly one object with the agreed keys", async () => {
    const { stdout, stderr, status } = await osf("stat", "--json", example);
    const result = JSON.parse(stdout);

    expect([status, stderr, stdout.trimEnd().includes("\n")]).toEqual([0, "", false]);
    expect(Object.keys(result)).toEqual(["version", "blocks", "samples", "truncated", "findings", "channels"]);
    expect(result).toMatchObject({ version: 4, blocks: 2264, samples: 2414, truncated: false, findings: [] });
    expect(result.channels.map(({ index }: { index: number }) => index)).toEqual(
      Array.from({ length: 57 }, (_, i) => i),
    );
    for (const channel of result.channels) {
      expect(Object.keys(channel)).toEqual([
        "index",
        "name",
        "unit",
        "datatype",
        "count",
        "firstNs",
        "lastNs",
        "firstValue",
        "lastValue",
        "min",
        "max",
        "sum",
      ]);
    }
  });

  test("nanoseconds and 64-bit integers are decimal text, floats are widened, empty channels have nulls", async () => {
    const byName = new Map<string, unknown>(
      (await jsonOf("stat", "--json", example)).channels.map((channel: { name: string }) => [channel.name, channel]),
    );

    expect(byName.get("GPS.DateTime")).toMatchObject({
      datatype: "int64",
      count: 325,
      firstValue: "1699026476000000000",
      max: "1699026777000000000",
    });
    expect(byName.get("System.CPU.Temperature")).toMatchObject({
      unit: "°C",
      firstNs: "1699026472778624080",
      firstValue: 67.77999877929688,
    });
    expect(byName.get("System.Device.AppUptime")).toMatchObject({
      datatype: "uint64",
      min: "117",
      max: "122",
      sum: "239",
    });
    expect(byName.get("System.Modem.RSSI")).toMatchObject({
      unit: " dBm",
      count: 0,
      firstNs: null,
      firstValue: null,
      min: null,
      max: null,
      sum: null,
    });
    expect(byName.get("GPS.Location")).toMatchObject({
      firstValue: { latitude: 50.255053333, longitude: 8.645868333, altitude: 199.9 },
      min: null,
    });
    expect(byName.get("FuncGen.RectangleOffOn")).toMatchObject({ datatype: "int32", min: 1, max: 3 });
  });

  test("a position whose parts JSON cannot say has them as text", async () => {
    const bytes = encodeOsf({ channels: [{ name: "where", datatype: "gpslocation" }] }, (out) =>
      out.stamped("where", [1n, 2n], [50.5, Number.NaN, Number.NEGATIVE_INFINITY, 1, 2, 3]),
    );

    expect((await jsonOf("stat", "--json", saved("nowhere.osf", bytes))).channels).toMatchObject([
      {
        firstValue: { latitude: 50.5, longitude: "NaN", altitude: "-Infinity" },
        lastValue: { latitude: 1, longitude: 2, altitude: 3 },
      },
    ]);
  });

  test("bool counts as 0 and 1, NaN is left out, what JSON cannot say is text", async () => {
    const bytes = encodeOsf(
      {
        channels: [
          { name: "b", datatype: "bool" },
          { name: "d", datatype: "double" },
        ],
      },
      (out) => {
        out.stamped("b", [1n, 2n, 3n], [true, false, true]);
        out.stamped("d", [1n, 2n, 3n], [Number.NaN, 1, Number.POSITIVE_INFINITY]);
      },
    );
    const [b, d] = (await jsonOf("stat", "--json", saved("odd.osf", bytes))).channels;

    expect(b).toMatchObject({ firstValue: true, min: 0, max: 1, sum: 2 });
    expect(d).toMatchObject({ firstValue: "NaN", lastValue: "Infinity", min: 1, max: "Infinity", sum: "Infinity" });
  });

  test("a cut file: what is there, truncated, and a finding with place and consequence", async () => {
    const result = await jsonOf("stat", "--json", saved("cut.osf", fixture("example.osf").subarray(0, 60_000)));

    expect(result.truncated).toBe(true);
    expect(result.findings).toEqual([
      expect.objectContaining({
        position: expect.any(Number),
        what: expect.any(String),
        consequence: expect.any(String),
      }),
    ]);
  });

  test("compressed, selected by channel and time", async () => {
    const path = saved("packed.osfz", gzipSync(fixture("example.osf")));
    const args = ["--channel", "FuncGen.*", "--from", "2023-11-03T15:48:00Z", "--to", "2023-11-03T15:48:10.5Z"];
    const { channels } = await jsonOf("stat", "--json", path, ...args);

    expect(channels.length).toBeGreaterThan(3);
    expect(
      channels.every(({ name, count }: { name: string; count: number }) => name.startsWith("FuncGen.") && count <= 11),
    ).toBe(true);
  });
});

describe("exit codes", () => {
  test.each([
    [["nonsense"], 1, /unknown command/],
    [["stat"], 1, /exactly one file/],
    [["stat", "--bogus", "x"], 1, /bogus/],
    [["stat", "-c", "Nothing*", example], 1, /no channel matches/],
    [["stat", "--from", "yesterday", example], 1, /no time/],
    [["export", "--format", "xls", example], 1, /csv, jsonl/],
    [["convert", example], 1, /--out/],
    [["convert", example, "--out", "x.osf", "--crc"], 1, /--version 5/],
    [["convert", example, "--out", "x.osf", "--crc", "--no-crc", "--version", "5"], 1, /exclude each other/],
    [["info", "missing.osf"], 2, /ENOENT/],
    [["info", "."], 3, /EISDIR/],
    [["info", old], 4, /version 3 is not supported/],
    [["verify", program], 4, /Not an OSF file/],
  ])("%j ends with %d and says why on stderr", async (args, code, message) => {
    const { status, stderr, stdout } = await osf(...args);

    expect([status, stdout]).toEqual([code, ""]);
    expect(stderr).toMatch(message);
  });

  // A process ends with what the command line said above, whatever it is: two of them show it.
  const processes: readonly [string[], number, RegExp, RegExp][] = [
    [["info", example], 0, /creator/, /^$/],
    [["info", old], 4, /^$/, /version 3 is not supported/],
    [["nonsense"], 1, /^$/, /unknown command/],
    [["info", "missing.osf"], 2, /^$/, /ENOENT/],
    [["info", "."], 3, /^$/, /EISDIR/],
  ];
  test.each(mostly(processes, 2))("a process given %j exits with %d", (args, code, result, message) => {
    const { status, stdout, stderr } = osfProcess(...args);

    expect(status).toBe(code);
    expect(stdout).toMatch(result);
    expect(stderr).toMatch(message);
  });

  test("help is no mistake", async () => {
    expect([(await osf("--help")).status, (await osf("merge", "--help")).status, (await osf()).status]).toEqual([
      0, 0, 1,
    ]);
    for (const name of ["info", "channels", "stat", "export", "convert", "verify", "repair", "merge"])
      expect((await osf("--help")).stdout).toContain(name);
    expect((await osf("--help")).stdout).toMatch(/Exit codes: 0 .* 4 the file is refused or damaged/);
  });
});

describe("--from and --to", () => {
  const second = 1_699_026_480n;
  const bytes = encodeOsf({ channels: [{ name: "a", datatype: "int32" }] }, (out) =>
    out.stamped("a", [second * 1_000_000_000n + 499_999_999n, second * 1_000_000_000n + 500_000_000n], [1, 2]),
  );
  const countFrom = async (time: string): Promise<unknown> =>
    (await jsonOf("stat", "--json", saved("times.osf", bytes), "--from", time)).channels[0].count;

  const all = (times: readonly string[]): Promise<unknown[]> => inTurn(times.map((time) => () => countFrom(time)));

  test.each(["2023-02-30", "2023-02-30T00:00:00Z", "2023-11-03.5", "2023-11-03T15:48.5Z", "2023-11-03Z", "2023-13-01"])(
    "%s is no time",
    async (time) => {
      expect(await osf("stat", example, "--from", time)).toMatchObject({
        status: 1,
        stderr: expect.stringContaining(`'${time}' is no time`),
      });
    },
  );

  test("a day, minutes, seconds, fractions to the nanosecond, zones and nanoseconds since 1970 are times", async () => {
    const fits = ["2023-11-03", "2023-11-03T15:48", "2023-11-03T15:48:00.499999999Z", `${second}499999999`];
    expect(await all(fits)).toEqual([2, 2, 2, 2]);
    const later = ["2023-11-03T15:48:00.5", "2023-11-03T16:48:00.5+01:00", "2023-11-03T14:48:00.500000000-01:00"];
    expect(await all(later)).toEqual([1, 1, 1]);
    expect(await all(["2024-02-29", "2023-11-03T15:48:00.6Z"])).toEqual([0, 0]);
  });
});

describe("where results go", () => {
  test("a reader that goes away early is no failure", () => {
    const script = `set -o pipefail; "$0" "$@" | head -n 1`;
    const args = ["-c", script, process.execPath, program, "export", example, "--layout", "long"];

    expect(spawnSync("bash", args, { encoding: "utf8" })).toMatchObject({
      status: 0,
      stdout: "time,channel,value\n",
      stderr: "",
    });
  });

  test.skipIf(!existsSync("/dev/full"))("a full medium is a failure that is told", () => {
    const full = openSync("/dev/full", "w");
    const { status, stderr } = spawnSync(process.execPath, [program, "stat", "--json", example], {
      stdio: ["ignore", full, "pipe"],
      encoding: "utf8",
    });
    closeSync(full);

    expect([status, stderr]).toEqual([3, expect.stringContaining("ENOSPC")]);
  });

  test("what is no ordinary file is never replaced, not even by force", async () => {
    const server = createServer().listen(at("socket"));
    await once(server, "listening");
    for (const target of [at("socket"), folder]) {
      const { status, stderr } = await osf("convert", example, "--out", target, "--force");
      expect([status, stderr]).toEqual([1, expect.stringContaining("no ordinary file")]);
    }
    expect(statSync(at("socket")).isSocket()).toBe(true);
    server.close();
  });

  test("several files become several texts, and progress is shown to terminals only", async () => {
    saved("second.osf", fixture("osf4_ruvvi.osf"));
    const { status, stdout, stderr } = await osf("export", example, "second.osf", "--out-dir", "texts", "--time", "s");

    expect([status, stdout, stderr]).toEqual([0, "", ""]);
    expect(readdirSync(at("texts")).sort()).toEqual(["example.csv", "second.csv"]);
    expect(readFileSync(at("texts/second.csv"), "utf8")).toMatch(/^time,.*\n1693818090\.154000000,/);
    expect(await osf("export", example, "second.osf")).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/--out-dir/),
    });
  });
});

describe("several exports at once", () => {
  const bytes = (value: number) =>
    encodeOsf({ channels: [{ name: "a", datatype: "int32" }] }, (out) => out.stamped("a", [1n], [value]));
  for (const name of ["a", "b"]) mkdirSync(at(name));
  saved("a/same.osf", bytes(1));
  saved("b/same.osf", bytes(2));
  saved("b/Same.osfz", gzipSync(bytes(3)));
  saved("b/other.osf", bytes(4));

  test.each([
    [["a/same.osf", "b/same.osf"], 1, /'a\/same\.osf' and 'b\/same\.osf' would both become '.*same\.csv'/],
    [["b/same.osf", "b/Same.osfz", "--per-channel"], 1, /would both become/],
    [["a/same.osf", "missing.osf"], 2, /ENOENT/],
    [["a/same.osf", "b/other.osf", "-c", "b*"], 1, /no channel matches/],
  ])("%j is refused before anything is written, even with --force", async (args, code, message) => {
    const { status, stderr } = await osf("export", ...args, "--out-dir", "clash", "--force");

    expect([status, stderr, existsSync(at("clash"))]).toEqual([code, expect.stringMatching(message), false]);
  });

  test("a text that is there already stops them all, and a file named twice is exported once", async () => {
    mkdirSync(at("taken"));
    saved("taken/other.csv", Uint8Array.of(1));
    const refused = await osf("export", "a/same.osf", "b/other.osf", "--out-dir", "taken");

    expect([refused.status, readdirSync(at("taken"))]).toEqual([1, ["other.csv"]]);
    expect((await osf("export", "a/same.osf", "a/same.osf", "--out-dir", "once")).status).toBe(0);
    expect(readdirSync(at("once"))).toEqual(["same.csv"]);
  });
});

describe("the other commands", () => {
  test("info and channels, for people and for scripts", async () => {
    expect((await osf("info", example)).stdout).toMatch(/creator +21004900008/);
    expect(await jsonOf("info", "--json", example)).toMatchObject({
      version: 4,
      channels: 57,
      samples: 2414,
      firstNs: "1699026461284000000",
      lastNs: "1699026777248804831",
      compression: "none",
    });
    expect((await osf("channels", example, "-c", "GPS.*")).stdout.trimEnd().split("\n").length).toBeGreaterThan(5);
    expect((await jsonOf("channels", "--json", example, "-c", "FuncGen.Sinus")).channels).toMatchObject([
      { index: 39, datatype: "double", count: 302 },
    ]);
  });

  test("info: first, last and duration are the least and the most time, also where times fall", async () => {
    const path = saved(
      "falling.osf",
      encodeOsf({ channels: [{ name: "a", datatype: "int32" }] }, (out) =>
        out.stamped("a", [6_000_000_000n, 9_000_000_000n, 1_000_000_000n, 2_000_000_000n], [1, 2, 3, 4]),
      ),
    );

    expect(await jsonOf("info", "--json", path)).toMatchObject({
      firstNs: "1000000000",
      lastNs: "9000000000",
      durationNs: "8000000000",
    });
    expect((await osf("info", path)).stdout).toMatch(/duration +8 s/);
    const empty = saved(
      "empty.osf",
      encodeOsf({ channels: [] }, () => undefined),
    );
    expect(await jsonOf("info", "--json", empty)).toMatchObject({ firstNs: null, lastNs: null, durationNs: null });
  });

  test("export: to stdout, to a file, and to a file per channel", async () => {
    const csv = await osf("export", example, "-c", "FuncGen.Sinus", "--time", "ns");
    await osf("export", example, "-c", "FuncGen.*", "--out", "one.csv");
    const many = await osf(
      "export",
      example,
      "-c",
      "FuncGen.*",
      "--out-dir",
      "many",
      "--per-channel",
      "--format",
      "jsonl",
    );

    expect(csv.stdout.split("\n").slice(0, 2)).toEqual(["time,FuncGen.Sinus", "1699026474466962147,1.736836282985541"]);
    expect(readFileSync(at("one.csv"), "utf8").split("\n")[0]).toContain("FuncGen.Sinus");
    expect(many.status).toBe(0);
    expect(readdirSync(at("many"))).toContain("example.39.FuncGen.Sinus.jsonl");
    expect(await osf("export", example, "--out", "one.csv")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("--force"),
    });
    expect(readdirSync(folder).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  test("convert to OSF5 with checksums and compression, and back: the same samples", async () => {
    expect((await osf("convert", example, "--out", "five.osfz", "--version", "5", "--crc")).status).toBe(0);
    expect((await osf("convert", "five.osfz", "--out", "four.osf", "--version", "4", "--trailer")).status).toBe(0);
    const five = new Uint8Array(readFileSync(at("five.osfz")));

    expect([five[0], five[1]]).toEqual([0x1f, 0x8b]);
    expect(await jsonOf("verify", "--json", "five.osfz")).toMatchObject({
      ok: true,
      integrity: "crc_valid",
      samples: 2414,
      findings: [],
    });
    expect((await readSamples(new Uint8Array(readFileSync(at("four.osf"))))).samples).toEqual(
      (await readSamples(fixture("example.osf"))).samples,
    );
  });

  test("convert, merge and repair keep the checksums of their source, unless told otherwise", async () => {
    saved(
      "sealed.osf",
      encodeOsf({ version: 5, crc: true, channels: [{ name: "a", datatype: "int8" }] }, () => undefined),
    );
    saved(
      "open.osf",
      encodeOsf({ version: 5, channels: [{ name: "a", datatype: "int8" }] }, () => undefined),
    );
    const integrity = async (command: string, ...args: string[]): Promise<string> => {
      expect(await osf(command, ...args, "--out", "again.osf", "--force")).toMatchObject({ status: 0, stderr: "" });
      return readFileSync(at("again.osf"), "latin1").split("\n")[0]?.includes(" crc32c:") ? "crc" : "none";
    };

    for (const command of ["convert", "merge", "repair"]) expect(await integrity(command, "sealed.osf")).toBe("crc");
    expect(await integrity("merge", "open.osf", "sealed.osf")).toBe("crc");
    for (const command of ["convert", "repair"])
      expect(await integrity(command, "sealed.osf", "--no-crc")).toBe("none");
    expect(await integrity("convert", "open.osf")).toBe("none");
    expect(await integrity("convert", "open.osf", "--crc")).toBe("crc");
    expect(await integrity("convert", "sealed.osf", "--version", "4")).toBe("none");
    expect(await integrity("convert", example)).toBe("none");
  });

  test("§6.5 convert, repair and merge keep texts in the block type of their source; --strings changes it", async () => {
    const { samples } = await readSamples(fixture("example.osf"));
    const texts = async (command: string, ...args: string[]): Promise<readonly number[]> => {
      expect(await osf(command, ...args, "--out", "texts.osf", "--force")).toMatchObject({ status: 0, stderr: "" });
      const result = new Uint8Array(readFileSync(at("texts.osf")));
      expect((await readSamples(result)).samples).toEqual(samples);
      return (await controlsOf(result))["System.Config.Version"] ?? [];
    };
    const nine = (type: number): number[] => new Array(9).fill(type);

    for (const command of mostly(["convert", "merge", "repair"], 2)) {
      expect(await texts(command, example)).toEqual(nine(4));
      expect(await texts(command, example, "--strings", "keep")).toEqual(nine(4));
      expect(await texts(command, example, "--strings", "stamped")).toEqual(nine(8));
      copyFileSync(at("texts.osf"), at("texts8.osf"));
      expect(await texts(command, "texts8.osf")).toEqual(nine(8));
      expect(await texts(command, "texts8.osf", "--strings", "messages")).toEqual(nine(4));
      expect(await texts(command, example, "--version", "5")).toEqual(nine(8));
      copyFileSync(at("texts.osf"), at("texts5.osf"));
      expect(await texts(command, "texts5.osf", "--version", "4")).toEqual(nine(8));
      expect(await osf(command, example, "--out", "no.osf", "--strings", "4")).toMatchObject({
        status: 1,
        stderr: expect.stringContaining("--strings is one of keep, messages, stamped"),
      });
      expect((await osf(command, "--help")).stdout).toContain("--strings keep|messages|stamped");
    }
  });

  test("§10.4 verify: a signature cannot be checked here, so a signed file is signature_unverifiable, or invalid", async () => {
    const metablock = new TextEncoder().encode('{"osf":{"channels":[{"index":0,"name":"a","datatype":"uint8"}]}}');
    const crcText = crc32c(metablock).toString(16).toUpperCase().padStart(8, "0");
    const line = new TextEncoder().encode(`OSF5 ${metablock.length} crc32c:${crcText} ed25519:0011223344556677\n`);
    const block = sealed(hex("00 00 | 0E 00 | 08 | 05 00 2A 36 FE 9C 97 17 | 07"));
    const signed = joinedBytes(line, metablock, block, sealed(hex("FE FF | 06 00 00 00 | 09 | 00")));
    const statusOf = async (bytes: Uint8Array): Promise<unknown> =>
      (await jsonOf("verify", "--json", saved("signed.osf", bytes))).integrity;

    expect(await statusOf(signed)).toBe("signature_unverifiable");
    const flipped = signed.with(line.length + metablock.length + 13, 8);
    expect(await statusOf(flipped)).toBe("invalid");
    expect(await jsonOf("info", "--json", saved("signed.osf", signed))).toMatchObject({
      integrity: "signed",
      samples: 1,
    });
  });

  test("verify: 0 when fine, 4 when samples are lost, 4 for any finding when strict", async () => {
    saved("short.osf", fixture("example.osf").subarray(0, 75_000));
    saved("stray.osf", Uint8Array.from([...fixture("example.osf"), 0]));

    expect((await osf("verify", example)).status).toBe(0);
    expect(await osf("verify", "short.osf")).toMatchObject({
      status: 4,
      stdout: expect.stringMatching(/damaged[\s\S]*cut off/),
    });
    expect([(await osf("verify", "stray.osf")).status, (await osf("verify", "--strict", "stray.osf")).status]).toEqual([
      0, 4,
    ]);
  });

  test("repair: reads over damage in the middle and leaves a file without findings", async () => {
    const bytes = fixture("example.osf");
    bytes.fill(0xee, 40_000, 40_500);
    saved("broken.osf", bytes);
    const before = await jsonOf("verify", "--json", "broken.osf");
    const repaired = await jsonOf("repair", "--json", "broken.osf", "--out", "repaired.osf");

    expect(before.ok).toBe(false);
    expect(repaired.samples).toBeGreaterThan(2300);
    expect(repaired.samples).toBeGreaterThan(before.samples + 500);
    expect(await jsonOf("verify", "--json", "repaired.osf")).toMatchObject({
      ok: true,
      samples: repaired.samples,
      findings: [],
    });
  });

  test("merge: two overlapping parts of a file, or a folder of them, make it whole again", async () => {
    await osf("convert", example, "--out", "early.osf", "--to", "2023-11-03T15:50:00Z");
    await osf("convert", example, "--out", "late.osf", "--from", "2023-11-03T15:49:00Z");
    expect((await osf("merge", "early.osf", "late.osf", "--out", "both.osf", "--version", "5")).status).toBe(0);
    const parts = at("parts");
    spawnSync("mkdir", [parts]);
    for (const name of ["early.osf", "late.osf"]) copyFileSync(at(name), join(parts, name));
    expect(await osf("merge", "parts", "--out", "folder.osfz", "--quiet")).toMatchObject({ status: 0, stdout: "" });

    const whole = (await readSamples(fixture("example.osf"))).samples;
    for (const name of ["both.osf", "folder.osfz"]) expect((await osf("verify", "--strict", name)).status).toBe(0);
    for (const name of ["both.osf", "folder.osfz"])
      expect((await readSamples(new Uint8Array(readFileSync(at(name))))).samples).toEqual(whole);
  });

  test("merge takes more files than handles are allowed", () => {
    mkdirSync(at("crowd"));
    for (let i = 0; i < 100; i++) {
      const bytes = encodeOsf({ channels: [{ name: "a", datatype: "int32" }] }, (out) =>
        out.stamped("a", [BigInt(i)], [i]),
      );
      saved(`crowd/${i}.osf${i % 5 === 0 ? "z" : ""}`, i % 5 === 0 ? gzipSync(bytes) : bytes);
    }
    const script = `ulimit -n 64; exec "$0" "$@"`;
    const args = ["-c", script, process.execPath, program, "merge", "crowd", "--out", "crowd.osf", "--json"];
    const { status, stderr, stdout } = spawnSync("bash", args, { encoding: "utf8", cwd: folder });

    expect([status, stderr]).toEqual([0, ""]);
    expect(JSON.parse(stdout).samples).toBe(100);
  });

  test("export and merge tell what they could not read: on stderr, and with --json per file", async () => {
    const cut = saved("cut-40.osf", fixture("example.osf").subarray(0, 40_000));
    const lost = {
      path: "cut-40.osf",
      truncated: true,
      findings: [{ code: "truncated", consequence: expect.anything() }],
    };
    const { samples } = await jsonOf("stat", "--json", cut);

    const text = await osf("export", "cut-40.osf");
    expect([text.status, text.stderr]).toEqual([0, expect.stringMatching(/cut-40\.osf:\n! byte \d+: .*cut off/)]);
    expect((await osf("export", "cut-40.osf", "--quiet", "--layout", "long")).stderr).toBe(text.stderr);
    const json = await osf("export", "cut-40.osf", "--json");
    expect([json.stdout, JSON.parse(json.stderr)]).toEqual([text.stdout, { files: [expect.anything()] }]);
    expect(JSON.parse(json.stderr).files).toMatchObject([{ ...lost, samples }]);
    expect((await jsonOf("export", cut, "--json", "--out-dir", "cuts", "--per-channel")).files).toMatchObject([
      { samples, truncated: true, findings: [{ code: "truncated" }] },
    ]);

    expect((await osf("merge", "cut-40.osf", example, "--out", "m1.osf")).stderr).toBe(text.stderr);
    const merged = await jsonOf("merge", "cut-40.osf", example, "--json", "--out", "m2.osf");
    expect(merged).toMatchObject({
      out: "m2.osf",
      samples: 2414,
      files: [
        { ...lost, samples },
        { path: example, samples: 2414, truncated: false, findings: [] },
      ],
    });
  });

  test("a failed command leaves no result behind", async () => {
    const { status } = await osf("convert", old, "--out", "never.osf");

    expect([status, existsSync(at("never.osf")), existsSync(at("never.osf.part"))]).toEqual([4, false, false]);
  });
});
