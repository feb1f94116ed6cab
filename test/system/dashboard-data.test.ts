import { randomUUID } from "node:crypto";
import type { DataLine, DataRequest, DeviceRecord, Role } from "@heliograph/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectOk, startApp, type TestApp, type TestTenant, testPassword } from "../support/app.ts";
import type { RestClient } from "../support/rest-client.ts";
import { ownFile } from "../support/valid-requests.ts";

let app: TestApp;
let home: TestTenant;
let north: string;
let pump: DeviceRecord;
let other: DeviceRecord;

const begin = 1_794_700_800_000;
const day = { startTs: begin, endTs: begin + 86_400_000 };

beforeAll(async () => {
  app = await startApp({ HELIO_QUERY_POINTS: "3000" });
  home = await app.firstTenant();
  north = await project();
  pump = await app.device(home, { name: "P-01", type: "Pump", projectId: { id: north } });
  other = await app.device(home, { name: "Weather" });
  const points = Array.from({ length: 1_000 }, (_, at) => ({
    ts: begin + at * 60_000,
    values: { temperature: at % 60, state: at < 500 ? "run" : "off" },
  }));
  await send(pump, points);
  await send(other, [{ ts: begin + 5, values: { temperature: 8.5, big: 7 } }]);
});
afterAll(() => app[Symbol.asyncDispose]());

const send = async (device: DeviceRecord, points: readonly object[]) =>
  expectOk(await home.admin.post(`/api/plugins/telemetry/DEVICE/${device.id.id}/timeseries/ANY`, points));

async function project(): Promise<string> {
  return expectOk(await home.admin.post("/api/project", { name: randomUUID() })).json<{ id: { id: string } }>().id.id;
}

async function holder(role: Role, projectId: string): Promise<RestClient> {
  const username = `user-${randomUUID()}`;
  const grants = [{ role, projectId: { id: projectId } }];
  expectOk(await home.admin.post(`/api/tenants/${home.id}/users`, { username, password: testPassword, grants }));
  return app.login(username);
}

const ask = (queries: DataRequest["queries"], over: object = {}, by: RestClient = home.admin) =>
  by.post("/api/dashboardData", { ...day, queries, ...over });

async function answer(queries: DataRequest["queries"], over: object = {}, by?: RestClient): Promise<DataLine[]> {
  const response = expectOk(await ask(queries, over, by));
  const lines = response.text.trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as DataLine);
}

const ofType = <Type extends DataLine["type"]>(lines: readonly DataLine[], type: Type) =>
  lines.filter((line) => line.type === type) as unknown as Extract<DataLine, { type: Type }>[];

const everything = { kind: "ALL" as const };
const only = (...devices: readonly DeviceRecord[]) => ({
  kind: "DEVICES" as const,
  deviceIds: devices.map(({ id }) => id.id),
});

test("[DSH4] one request answers everything a page shows, line by line, and says when it is whole", async () => {
  const at = `/api/plugins/telemetry/DEVICE/${pump.id.id}`;
  expectOk(await home.admin.post(`${at}/attributes/SHARED_SCOPE`, { limit: 90 }));
  const originator = { entityType: "DEVICE", id: pump.id.id };
  const alarm = { originator, type: "Too hot", severity: "MAJOR", startTs: begin + 1_000, endTs: begin + 2_000 };
  expectOk(await home.admin.post("/api/alarm", alarm));
  expectOk(await home.admin.post(`/api/devices/${pump.id.id}/data-files?name=run.osf`, ownFile()));

  const lines = await answer(
    {
      zoomedOut: { kind: "SERIES", devices: only(pump), keys: ["temperature"], buckets: 100 },
      hourly: { kind: "SERIES", devices: only(pump), keys: ["temperature"], form: "MAX", interval: "WEEK" },
      latest: { kind: "LATEST", devices: only(pump, other), keys: ["temperature"] },
      states: { kind: "CHANGES", devices: only(pump), keys: ["state"] },
      limits: { kind: "ATTRIBUTES", devices: only(pump), scope: "SHARED_SCOPE", keys: ["limit"] },
      alarms: { kind: "ALARMS", devices: only(pump), which: "IN_TIME" },
      files: { kind: "FILES", devices: only(pump) },
      named: { kind: "FILES", devices: only(pump), textSearch: "RUN" },
      unnamed: { kind: "FILES", devices: only(pump), textSearch: "walk" },
    },
    { startTs: 0, endTs: 4_000_000_000_000 }, // until a file was read, its time is that of its upload
  );

  const series = ofType(lines, "series");
  expect(series.find(({ query }) => query === "hourly")).toMatchObject({ form: "BUCKETS" });
  expect(series.find(({ query }) => query === "states")).toMatchObject({
    ...{ form: "CHANGES", ts: [begin, begin + 500 * 60_000], values: ["run", "off"] },
  });
  expect(ofType(lines, "latest").map(({ deviceId, values }) => [deviceId, values["temperature"]?.value])).toEqual([
    [pump.id.id, 39],
    [other.id.id, 8.5],
  ]);
  expect(ofType(lines, "attributes")).toMatchObject([{ values: { limit: { value: 90 } } }]);
  expect(ofType(lines, "alarms")).toMatchObject([{ total: 1, alarms: [{ type: "Too hot", originatorName: "P-01" }] }]);
  expect(ofType(lines, "files")).toMatchObject([
    { query: "files", total: 1, files: [{ name: "run.osf" }] },
    { query: "named", total: 1, files: [{ name: "run.osf" }] },
    { query: "unnamed", total: 0, files: [] },
  ]);
  expect(ofType(lines, "devices").flatMap(({ devices }) => devices.map(({ name }) => name))).toContain("P-01");
  expect([ofType(lines, "problem"), lines.at(-1)]).toEqual([[], { type: "end" }]);
});

test("[DSH4] zoomed out, each part of the time has its least, its greatest and its mean", async () => {
  const [series] = ofType(
    await answer({ q: { kind: "SERIES", devices: only(pump), keys: ["temperature"], buckets: 24 } }),
    "series",
  );

  expect(series).toMatchObject({ form: "ENVELOPE", interval: 3_600_000 });
  if (series?.form !== "ENVELOPE") throw new Error("no envelope");
  expect(series.ts.slice(0, 2)).toEqual([begin, begin + 3_600_000]);
  expect([series.min[0], series.max[0], series.avg[0]]).toEqual([0, 59, 29.5]);
  expect(series.ts).toHaveLength(17);
});

test("[DSH4] devices are chosen by group, type, project and variable, on the server", async () => {
  const filter = { kind: "ALL", conditions: [{ kind: "NAME", comparison: "STARTS_WITH", text: "P-" }] };
  const group = expectOk(await home.admin.post("/api/deviceGroup", { name: randomUUID(), filter }));
  const deviceGroupId = group.json<{ id: { id: string } }>().id.id;
  const keys = ["temperature"];

  const lines = await answer(
    {
      group: { kind: "LATEST", devices: { kind: "GROUP", deviceGroupId }, keys },
      type: { kind: "LATEST", devices: { kind: "TYPE", deviceProfileId: pump.deviceProfileId.id }, keys },
      project: { kind: "LATEST", devices: { kind: "PROJECT", projectId: north }, keys },
      variable: { kind: "LATEST", devices: { kind: "VARIABLE", name: "chosen" }, keys },
      unknown: { kind: "LATEST", devices: { kind: "GROUP", deviceGroupId: randomUUID() }, keys },
    },
    { variables: { chosen: only(other) } },
  );

  expect(ofType(lines, "latest").map(({ query, deviceId }) => [query, deviceId])).toEqual([
    ["group", pump.id.id],
    ["type", pump.id.id],
    ["project", pump.id.id],
    ["variable", other.id.id],
  ]);
  expect(ofType(lines, "problem")).toMatchObject([{ query: "unknown", code: "DEVICE_GROUP_NOT_FOUND" }]);
});

test("[PRJ1] only what the reader may read is there, device by device; what is not is as if it were gone", async () => {
  const viewer = await holder("VIEWER", north);
  const stranger = await holder("VIEWER", await project());
  const keys = ["temperature"];
  const queries: DataRequest["queries"] = {
    both: { kind: "LATEST", devices: only(other, pump), keys },
    theirs: { kind: "LATEST", devices: only(other), keys },
    all: { kind: "SERIES", devices: everything, keys, buckets: 10 },
    alarms: { kind: "ALARMS", devices: everything, which: "IN_TIME" },
    files: { kind: "FILES", devices: everything },
    project: { kind: "LATEST", devices: { kind: "PROJECT", projectId: north }, keys },
  };

  const [seen, nothing] = [await answer(queries, {}, viewer), await answer(queries, {}, stranger)];
  const foreign = await answer(queries, {}, (await app.tenant()).admin);

  const told = seen.flatMap((line) => ("deviceId" in line ? [line.deviceId] : []));
  expect([...new Set(told)]).toEqual([pump.id.id]);
  expect(ofType(seen, "problem")).toMatchObject([{ query: "theirs", code: "QUERY_DEVICES_GONE" }]);
  for (const lines of [nothing, foreign]) {
    expect(lines.filter((line) => "deviceId" in line)).toEqual([]);
    expect(ofType(lines, "devices").flatMap(({ devices }) => devices)).toEqual([]);
    expect(ofType(lines, "alarms")).toMatchObject([{ alarms: [], total: 0 }]);
    expect(ofType(lines, "problem").map(({ query, code }) => [query, code])).toEqual([
      ["both", "QUERY_DEVICES_GONE"],
      ["theirs", "QUERY_DEVICES_GONE"],
      ["project", "PROJECT_NOT_FOUND"],
    ]);
  }
});

test("[AUTH5] a question needs the permission of what it asks for, and the others are answered without it", async () => {
  const role = { name: randomUUID(), permissions: ["VIEW_DEVICES", "VIEW_ALARMS"] };
  const made = expectOk(await home.admin.post(`/api/tenants/${home.id}/roles`, role)).json<{ id: { id: string } }>();
  const username = `user-${randomUUID()}`;
  const grants = [{ roleId: made.id, projectId: null }];
  expectOk(await home.admin.post(`/api/tenants/${home.id}/users`, { username, password: testPassword, grants }));

  const lines = await answer(
    {
      latest: { kind: "LATEST", devices: only(pump) },
      files: { kind: "FILES", devices: only(pump) },
      alarms: { kind: "ALARMS", devices: only(pump) },
    },
    {},
    await app.login(username),
  );

  expect(ofType(lines, "problem").map(({ query, code }) => [query, code])).toEqual([
    ["latest", "PERMISSION_DENIED"],
    ["files", "PERMISSION_DENIED"],
  ]);
  expect(ofType(lines, "alarms")).toHaveLength(1);
});

test("[DSH4] too much is told with the number and the limit; the others are answered", async () => {
  const keys = ["temperature", "state", "temperature2", "state2"];
  await send(pump, [{ ts: begin, values: { temperature2: 1, state2: 1 } }]);
  await send(
    other,
    Array.from({ length: 1_500 }, (_, at) => ({ ts: begin + at, values: { temperature: at } })),
  );

  const lines = await answer({
    much: { kind: "SERIES", devices: everything, keys },
    little: { kind: "LATEST", devices: only(other), keys: ["temperature"] },
  });

  expect(ofType(lines, "problem")).toMatchObject([
    { query: "much", code: "QUERY_TOO_MANY_POINTS", params: { points: 3_502, most: 3_000 } },
  ]);
  expect(ofType(lines, "latest")).toHaveLength(1);
});

test("[DSH4] nothing in the time says when there was something last", async () => {
  const keys = ["temperature", "never"];

  const lines = await answer({ q: { kind: "SERIES", devices: only(pump), keys } }, { startTs: 0, endTs: 1_000 });

  expect(ofType(lines, "series")).toMatchObject([
    { key: "temperature", form: "EMPTY", lastTs: begin + 999 * 60_000 },
    { key: "never", form: "EMPTY", lastTs: null },
  ]);
});

test("[API7] a request that makes no sense is 400 and says where", async () => {
  const query = { kind: "LATEST" as const, devices: everything };
  const backwards = await ask({ q: query }, { startTs: 5, endTs: 4 });
  const unknown = await ask({ q: { ...query, kind: "GUESS" } as never });
  const none = await ask({});

  expect([backwards.status, unknown.status, none.status]).toEqual([400, 400, 400]);
  expect(unknown.json()).toMatchObject({ message: expect.stringContaining("queries.q.kind must be one of SERIES") });
});
