import { setTimeout as delay } from "node:timers/promises";
import type { ChannelRecord, DeviceRecord, FileRecord } from "@heliograph/contract";
import { encodeOsf } from "@heliograph/osf";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectOk, startApp, type TestApp, type TestTenant } from "../support/app.ts";
import { LiveClient } from "../support/live-client.ts";

let app: TestApp;
let home: TestTenant;
let device: DeviceRecord;
beforeAll(async () => {
  app = await startApp({ HELIO_TELEMETRY_TAGS: "fast, feed" });
  home = await app.firstTenant();
  device = await app.device(home);
});
afterAll(() => app[Symbol.asyncDispose]());

const start = Date.UTC(2026, 10, 15, 12);

interface Sampled {
  readonly seconds: number;
  readonly valueAt: (second: number) => number;
}

/** Two channels: a stamped one once a second, and a text. */
const measurement = ({ seconds, valueAt }: Sampled): Buffer =>
  Buffer.from(
    encodeOsf(
      {
        channels: [
          { name: "Engine.Speed", datatype: "double", unit: "rpm" },
          { name: "Note", datatype: "string" },
        ],
      },
      (encoder) => {
        const moments = Array.from({ length: seconds }, (_, second) => BigInt(start + second * 1_000) * 1_000_000n);
        encoder.stamped(
          0,
          BigInt64Array.from(moments),
          Float64Array.from(moments, (_, second) => valueAt(second)),
        );
        encoder.stamped(1, BigInt64Array.from(moments.slice(0, 1)), ["begun"]);
      },
    ),
  );

const filesPath = () => `/api/devices/${device.id.id}/data-files`;
const selection = (name: string, tag?: string) => `name=${encodeURIComponent(name)}${tag ? `&tag=${tag}` : ""}`;

async function upload(name: string, content: Uint8Array, tag?: string): Promise<FileRecord> {
  expectOk(await home.admin.post(`${filesPath()}?${selection(name, tag)}`, content));
  return read(name);
}

/** The record when its content has been read. */
async function read(name: string): Promise<FileRecord> {
  for (;;) {
    const list = (await home.admin.get(`${filesPath()}/original?textSearch=${encodeURIComponent(name)}`)).json<{
      data: FileRecord[];
    }>();
    const file = list.data.find((one) => one.name === name);
    if (file && file.processing !== "PENDING") return file;
    await delay(20);
  }
}

const get = async <T>(path: string): Promise<T> => expectOk(await home.admin.get(`${filesPath()}/${path}`)).json<T>();

describe("[FILE7] the content of a measurement file", () => {
  const name = "/sde/preview/20260101/20260101_000000.osf";

  test("brings times, counts and channels", async () => {
    const file = await upload(name, measurement({ seconds: 600, valueAt: (second) => second * 2 }));

    expect(file).toMatchObject({
      processing: "DONE",
      error: null,
      startTime: start,
      endTime: start + 599_000,
      channelCount: 2,
      sampleCount: 601,
    });
    const { data } = await get<{ data: ChannelRecord[] }>(`channels?${selection(name)}`);
    expect(data).toMatchObject([
      { index: 0, name: "Engine.Speed", unit: "rpm", sampleCount: 600, min: 0, max: 1_198, startTime: start },
      { index: 1, name: "Note", sampleCount: 1, min: null },
    ]);
  });

  test("can be drawn in any window with few buckets, and read sample by sample", async () => {
    await upload(name, measurement({ seconds: 600, valueAt: (second) => second * 2 }));

    const all = await get<{ count: number[]; min: number[]; max: number[] }>(
      `preview?${selection(name)}&channel=0&buckets=100`,
    );
    const samples = await get<{ time: number[]; value: number[]; hasMore: boolean }>(
      `samples?${selection(name)}&channel=0&startTime=${start + 10_000}&limit=3`,
    );

    expect(all.count.reduce((sum, count) => sum + count, 0)).toBe(600);
    expect(all.count.length).toBeLessThan(400);
    expect([Math.min(...all.min), Math.max(...all.max)]).toEqual([0, 1_198]);
    expect(samples).toEqual({
      time: [start + 10_000, start + 11_000, start + 12_000],
      value: [20, 22, 24],
      hasMore: true,
    });
    expect((await home.admin.get(`${filesPath()}/preview?${selection(name)}&channel=9`)).status).toBe(404);
  });

  test("is exported as CSV, all of it or some channels", async () => {
    await upload(name, measurement({ seconds: 3, valueAt: (second) => second + 0.5 }));

    const some = await home.admin.get(`${filesPath()}/export?${selection(name)}&channels=0`);

    expect(some.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(some.headers["content-disposition"]).toContain('filename="20260101_000000.csv"');
    const lines = some.text.trim().split("\n");
    expect(lines[0]).toContain("Engine.Speed");
    expect(lines.slice(1).map((line) => line.split(",")[1])).toEqual(["0.5", "1.5", "2.5"]);
    expect((await home.admin.get(`${filesPath()}/export?${selection(name)}`)).text).toContain("begun");
    expect((await home.admin.get(`${filesPath()}/export?${selection(name)}&channels=7`)).status).toBe(400);
  });

  test("that is no measurement is FAILED with the reason; one that is cut off too, and readable up to the cut", async () => {
    const whole = measurement({ seconds: 20_000, valueAt: Math.sin });

    const rubbish = await upload("rubbish.osf", Buffer.from("this is not a measurement file at all"));
    const cut = await upload("cut.osf", whole.subarray(0, whole.length - 50_000));
    const after = await upload("after.osf", whole);

    expect(rubbish).toMatchObject({ processing: "FAILED", error: expect.stringMatching(/./), channelCount: null });
    expect(cut).toMatchObject({ processing: "FAILED", error: expect.stringContaining("cut off"), channelCount: 2 });
    expect(cut.sampleCount).toBeGreaterThan(0);
    expect(cut.sampleCount).toBeLessThan(20_001);
    expect(after).toMatchObject({ processing: "DONE", sampleCount: 20_001 });
    const { data } = await get<{ data: ChannelRecord[] }>(`channels?${selection("cut.osf")}`);
    expect(data[0]?.sampleCount).toBeGreaterThan(0);
    const nothing = await home.admin.get(`${filesPath()}/channels?${selection("rubbish.osf")}`);
    expect(nothing.json()).toMatchObject({ status: 404, errorCode: 32 });
  });

  test("[TEL7] of chosen tags reaches those who watch the device", async () => {
    const { token } = await app.tokens("admin");
    await using live = await LiveClient.open(app.node.httpPort, token);
    live.send({ type: "subscribe", id: 1, deviceId: device.id.id, telemetry: ["Engine.Speed"] });
    expect(await live.next()).toMatchObject({ type: "state" });

    await upload("watched.osf", measurement({ seconds: 5, valueAt: (second) => second }), "feed");

    expect(await live.next()).toMatchObject({
      type: "change",
      telemetry: { "Engine.Speed": { ts: start + 4_000, value: 4 } },
    });
  });

  test("of chosen tags becomes telemetry", async () => {
    await upload("feed.osf", measurement({ seconds: 5, valueAt: (second) => second }), "feed");

    const values = await home.admin.get(
      `/api/plugins/telemetry/DEVICE/${device.id.id}/values/timeseries?keys=Engine.Speed&startTs=${start}&endTs=${start + 10_000}&orderBy=ASC&useStrictDataTypes=true`,
    );

    expect(values.json()).toEqual({
      "Engine.Speed": [0, 1, 2, 3, 4].map((second) => ({ ts: start + second * 1_000, value: second })),
    });
  });

  test("is read once more on demand", async () => {
    await upload("again.osf", measurement({ seconds: 2, valueAt: () => 1 }));

    const again = await home.admin.post(`${filesPath()}/index?${selection("again.osf")}`);

    expect(again.status).toBe(202);
    expect(again.json()).toMatchObject({ processing: "PENDING" });
    expect(await read("again.osf")).toMatchObject({ processing: "DONE", sampleCount: 3 });
  });

  test("files of other names are left alone", async () => {
    expect(await upload("notes.txt", Buffer.from("x"))).toMatchObject({ processing: "NONE", channelCount: null });
    const none = await home.admin.get(`${filesPath()}/channels?${selection("notes.txt")}`);
    expect(none.json()).toMatchObject({ status: 404 });
    const again = await home.admin.post(`${filesPath()}/index?${selection("notes.txt")}`);
    expect(again.json()).toMatchObject({ status: 400, errorCode: 31 });
  });
});
