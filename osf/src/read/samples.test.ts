import { describe, expect, test } from "vitest";
import { fixture, readSamples } from "../testing/raw-file.ts";
import { openOsf } from "./osf-file.ts";

const position = (latitude: number, longitude: number, altitude: number) => ({ latitude, longitude, altitude });

describe("example.osf", () => {
  test("the header says what the device wrote", async () => {
    const { header } = await openOsf(fixture("example.osf"));

    expect(header).toMatchObject({
      version: 4,
      identifier: "OCEAN_STREAM_FORMAT4",
      metablockBytes: 9675,
      dataStart: 9701,
      integrity: "none",
    });
    expect(header.metadata).toMatchObject({
      creator: "21004900008",
      createdUtc: "2023-11-03T15:47:56Z",
      tag: "preview",
      reason: "SEQUENCE",
      namespaceSeparator: ".",
    });
    expect(header.infos.map(({ name }) => name)).toEqual([
      "smartcore",
      "libosf",
      "latitude_deg",
      "longitude_deg",
      "altitude_m",
    ]);
    expect(header.channels.find(({ name }) => name === "System.Modem.RSSI")?.unit).toBe(" dBm");
    const types = Map.groupBy(header.channels, ({ datatype }) => datatype);
    const counts = {
      float: 23,
      string: 12,
      int32: 7,
      int64: 5,
      bool: 4,
      int8: 2,
      double: 2,
      uint64: 1,
      gpslocation: 1,
    };
    for (const [type, count] of Object.entries(counts))
      expect([...types].find(([name]) => name === type)?.[1]).toHaveLength(count);
  });

  test("2264 blocks and 2414 samples, nothing odd", async () => {
    const { report, samples } = await readSamples(fixture("example.osf"));

    expect(report).toMatchObject({
      blocks: 2264,
      samples: 2414,
      truncated: false,
      findings: [],
      trailer: undefined,
      bytes: 75_729,
      dataEnd: 75_729,
    });
    expect(report.channels.filter(({ samples: count }) => count === 0)).toHaveLength(17);
    const times = Object.values(samples)
      .flat()
      .map(([time]) => time);
    expect([times.reduce((a, b) => (a < b ? a : b)), times.reduce((a, b) => (a > b ? a : b))]).toEqual([
      1699026461284000000n,
      1699026777248804831n,
    ]);
  });

  test.each([
    ["GPS.PosFixMode", 6, 1699026476262229606n, 3, 1699026760254333358n, 3],
    ["GPS.SatelliteCount", 22, 1699026474292511098n, 7, 1699026764285880235n, 6],
    ["GPS.DateTime", 325, 1699026476262229606n, 1699026476000000000n, 1699026777248804831n, 1699026777000000000n],
    ["System.Config.Version", 9, 1699026472790728456n, "", 1699026727790532780n, ""],
    ["FuncGen.RectangleOffOn", 302, 1699026474466962147n, 1, 1699026775475063605n, 1],
    ["System.CPU.Temperature", 7, 1699026472778624080n, 67.77999877929688, 1699026727778325401n, 67.77999877929688],
    ["FuncGen.Linear", 302, 1699026474466962147n, 14440, 1699026775475063605n, 15042],
    ["GPS.SpeedOverGround", 231, 1699026476262229606n, 0, 1699026777248804831n, 0.20520000159740448],
    ["FuncGen.Sinus", 302, 1699026474466962147n, 1.736836282985541, 1699026775475063605n, 2.279251526078463],
    [
      "GPS.Location",
      362,
      1699026476262229606n,
      position(50.255053333, 8.645868333, 199.9),
      1699026777248804831n,
      position(50.25505, 8.645858333, 193.1),
    ],
    ["System.Device.AppUptime", 2, 1699026461284000000n, 117n, 1699026577792580552n, 122n],
    ["FuncGen.Sawtooth", 302, 1699026474466962147n, 1.120100498199463, 1699026775475063605n, 1.220910668373108],
  ])("%s has %d samples with the known first and last", async (name, count, firstNs, first, lastNs, last) => {
    const { samples } = await readSamples(fixture("example.osf"), {}, { channels: [name] });

    expect(samples[name]).toHaveLength(count);
    expect([samples[name]?.[0], samples[name]?.at(-1)]).toEqual([
      [firstNs, first],
      [lastNs, last],
    ]);
  });
});

describe("osf4_ruvvi.osf", () => {
  test("832 blocks with a sample each in 23 channels", async () => {
    const { report, samples } = await readSamples(fixture("osf4_ruvvi.osf"));

    expect(report).toMatchObject({ blocks: 832, samples: 832, truncated: false, findings: [] });
    expect(Object.values(samples).filter(({ length }) => length > 0)).toHaveLength(23);
    expect(samples["STATUS.Opticloud.TotalCycleCounter"]?.at(-1)).toEqual([1693818405780357396n, 3900n]);
    expect(samples["Ruuvi.Sensor.Abteil1.MacAddress"]?.[0]).toEqual([1693818090154000000n, "CB:9D:CB:4B:EB:A0"]);
    expect(samples["Ruuvi.Sensor.Motor.RSSI"]?.[0]).toEqual([1693818100149107329n, -80]);
  });
});

describe("osf3.osf", () => {
  test("is refused with its version", async () => {
    await expect(openOsf(fixture("osf3.osf"))).rejects.toThrow(/version 3 is not supported/);
  });
});
