// Outcomes by their code, as users of the package get them: what docs/rules.md promises and no closer test names.
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { inflateWithZlib } from "./node/inflate.ts";
import { openOsf } from "./read/osf-file.ts";
import { codesOf, fixture, hex, joinedBytes, osf4, osf5, rawFile, readSamples } from "./testing/raw-file.ts";
import { convertOsf } from "./transform/convert.ts";
import { encodeOsf, OsfWriter } from "./write/osf-writer.ts";

const t0 = 1_700_000_000_000_000_000n;
const time = "00 00 2A 36 FE 9C 97 17";
const json = (channels: unknown): string => JSON.stringify({ osf: { channels } });
const double = { index: 0, name: "a", datatype: "double" };
const sealed = encodeOsf({ crc: true, channels: [{ name: "a", datatype: "double" }] }, (out) => {
  out.stamped("a", [t0], [1]);
  out.start("a", t0 + 1n, 100, [2, 3]);
});

describe("is refused with its code and a place", () => {
  test.each([
    ["a metablock that is cut off", rawFile("OSF5", json([double])).subarray(0, -1), "metablock-truncated"],
    ["a metablock that is neither XML nor JSON", rawFile("OSF5", "hello"), "metablock-unreadable"],
    ["XML that ends early", rawFile("OSF4", "<osf><channels>"), "metablock-unreadable"],
    ["JSON without osf", rawFile("OSF5", '{"file":{}}'), "metablock-unreadable"],
    ["channels that are no list", rawFile("OSF5", json({ 0: double })), "metablock-unreadable"],
    ["a wrong checksum of the metablock", sealed.with(sealed.indexOf(0x7b) + 20, 0x21), "metablock-crc"],
    ["a length field of 3 bytes", osf4(['datatype="double" sizeoflengthvalue="3"']), "malformed-channel"],
    ["an index twice", rawFile("OSF5", json([double, double])), "malformed-channel"],
    ["a reserved index", rawFile("OSF5", json([{ ...double, index: 65_534 }])), "malformed-channel"],
    ["a channel without name", rawFile("OSF5", json([{ index: 0, datatype: "double" }])), "malformed-channel"],
    ["a channel without datatype", rawFile("OSF5", json([{ index: 0, name: "a" }])), "malformed-channel"],
  ])("%s", async (_name, file, code) => {
    await expect(openOsf(file)).rejects.toMatchObject({ name: "OsfError", code, position: expect.any(Number) });
  });

  test("§5 strict: removed, reserved and unknown types, with the replacement", async () => {
    for (const type of ["gpsdata", "pair", "triple", "candata", "complex<float>", "complex<double>", "quaternion"])
      await expect(openOsf(osf5([type]), { strict: true })).rejects.toMatchObject({ code: "unsupported-type" });
    await expect(openOsf(osf5(["candata"]), { strict: true })).rejects.toThrow(/binary with a MIME type/);
  });
});

describe("is tolerated with its code", () => {
  test("§5 candata, complex and unknown types lose their channel, not the file", async () => {
    for (const type of ["candata", "complex<float>", "complex<double>", "quaternion"]) {
      const other = hex(`00 00 | 0C 00 | 08 | ${time} 01 02 03`);
      const { samples, report } = await readSamples(
        osf5([type, "uint8"], other, hex(`01 00 | 0A 00 | 08 | ${time} 07`)),
      );

      expect(samples).toEqual({ c0: [], c1: [[t0, 7]] });
      expect(report.findings).toMatchObject([
        { code: "unsupported-type", channel: 0, what: expect.stringContaining(type) },
      ]);
    }
  });

  test("§10.2 a block with a wrong checksum is left out, the next one is read", async () => {
    const { samples, report } = await readSamples(sealed.with(-1, (sealed.at(-1) ?? 0) ^ 1));

    expect([samples["a"], codesOf(report)]).toEqual([[[t0, 1]], ["crc-failed"]]);
    expect(report.skipped.get("crc-failed")).toBe(1);
  });

  test("§4.3 salvage: the complete samples of a cut block", async () => {
    const run = hex(`00 00 | 17 00 | 88 | 02 00 00 00 | ${time} 01 ${time} 02`);
    const { samples, report } = await readSamples(osf5(["uint8"], run.subarray(0, -1)), { salvage: true });

    expect(samples["c0"]).toEqual([[t0, 1]]);
    expect(codesOf(report)).toContain("salvaged");
  });

  test.each([{}, { inflate: inflateWithZlib }])(
    "§11 compressed data that ends early gives what inflates",
    async (options) => {
      const packed = gzipSync(fixture("osf4_ruvvi.osf"));
      const { report } = await readSamples(packed.subarray(0, packed.length - 40), options);

      expect([report.truncated, codesOf(report)[0]]).toEqual([true, "compressed-truncated"]);
      expect(report.samples).toBeGreaterThan(0);
    },
  );
});

describe("other spellings mean the same", () => {
  test('§5 channeltype="binary" is a binary channel, whatever datatype stands beside it', async () => {
    const block = hex(`00 00 | 0C 00 | 08 | ${time} 01 02 FF`);
    const file = (channeltype: string, datatype: string) =>
      rawFile("OSF5", json([{ index: 0, name: "a", channeltype, datatype }]), block);
    for (const [shape, type] of [
      ["scalar", "binary"],
      ["binary", "binary"],
      ["binary", "candata"],
    ] as const) {
      const { samples, report } = await readSamples(file(shape, type));

      expect(samples["a"]).toEqual([[t0, Uint8Array.of(1, 2, 255)]]);
      expect(report.findings).toEqual([]);
    }
  });

  test("§3.2 spectrumtype in any case is accepted and survives as it was written", async () => {
    for (const written of ["realImag", "realimag", "AMPPHASEDEG"]) {
      const source = await openOsf(osf4([`datatype="double" spectrumtype="${written}"`]));
      const parts: Uint8Array<ArrayBuffer>[] = [];
      const sink = { write: (part: Uint8Array<ArrayBuffer>) => void parts.push(part), close: () => undefined };
      const report = await convertOsf(source, (options) => new OsfWriter(sink, options), { write: { version: 5 } });
      const [channel] = (await openOsf(joinedBytes(...parts))).channels;

      expect([report.findings, channel?.attributes.get("spectrumtype")]).toEqual([[], written]);
    }
  });
});
