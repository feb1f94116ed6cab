import { randomUUID } from "node:crypto";
import type {
  AuditRecord,
  CalculatedChannelRecord,
  CalculatedDefinition,
  CalculatedPreview,
  DeviceDescription,
  DeviceRecord,
  JobRecord,
  ProjectRecord,
} from "@heliograph/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectOk, startApp, type TestApp, type TestTenant, testPassword } from "../support/app.ts";
import { createDevice, startOn } from "../support/crash-node.ts";
import type { RestClient } from "../support/rest-client.ts";
import { sharedApp } from "../support/shared-app.ts";
import { tempFolder } from "../support/temp-folder.ts";

let app: TestApp;
let home: TestTenant;

beforeAll(async () => {
  app = await sharedApp();
  home = await app.tenant();
});
afterAll(() => app[Symbol.asyncDispose]());

const input = (name: string, key: string) => ({ kind: "CHANNEL" as const, name, key, maxAgeMs: 60_000 });

const power = (deviceId: string, changes: Partial<CalculatedDefinition> = {}): CalculatedDefinition => ({
  ...{ scope: { kind: "DEVICE", deviceId }, key: "power", name: "Power", unit: "W" },
  ...{ inputs: [input("u", "voltage"), input("i", "current")], expression: "u * i" },
  ...changes,
});

const telemetry = (id: string) => `/api/plugins/telemetry/DEVICE/${id}`;

const send = async (by: RestClient, id: string, ts: number, values: object): Promise<void> => {
  expectOk(await by.post(`${telemetry(id)}/timeseries/ANY`, { ts, values }));
};

async function stored(by: RestClient, id: string, key: string): Promise<[number, number][]> {
  const range = "startTs=0&endTs=9000000000000&limit=10000&orderBy=ASC&useStrictDataTypes=true";
  const answer = await by.get(`${telemetry(id)}/values/timeseries?keys=${key}&${range}`);
  const all = expectOk(answer).json<Record<string, { ts: number; value: number }[]>>();
  return (all[key] ?? []).map(({ ts, value }) => [ts, value]);
}

const save = (definition: CalculatedDefinition, more: object = {}) =>
  home.admin.post("/api/calculatedChannel", { definition, ...more });

const saved = async (definition: CalculatedDefinition): Promise<CalculatedChannelRecord> =>
  expectOk(await save(definition)).json<CalculatedChannelRecord>();

async function filled(channel: CalculatedChannelRecord, startTs: number, endTs: number): Promise<JobRecord> {
  const asked = await home.admin.post(`/api/calculatedChannel/${channel.id.id}/fill`, { startTs, endTs });
  const { id } = expectOk(asked).json<JobRecord>();
  const job = async () => (await home.admin.get(`/api/jobs/${id.id}`)).json<JobRecord>();
  await expect.poll(async () => (await job()).state, { timeout: 60_000 }).toBe("DONE");
  return job();
}

test("[RUL7] what comes is calculated, what came before by a job, and both are what a preview shows", async () => {
  const { id } = await app.device(home);
  const begin = Date.now() - 3_600_000;
  for (let at = 0; at < 5; at++) await send(home.admin, id.id, begin + at * 1_000, { voltage: 230, current: at });
  const definition = power(id.id);
  const channel = await saved(definition);
  await send(home.admin, id.id, begin + 10_000, { voltage: 240, current: 2 });
  await send(home.admin, id.id, begin + 8_000, { current: 3 }); // late: the voltage is that of four seconds before
  await app.platform.liveCalculations.settled();
  const live = await stored(home.admin, id.id, "power");

  expect(live).toEqual([
    [begin + 8_000, 690],
    [begin + 10_000, 480],
  ]);
  const end = Date.now();
  const job = await filled(channel, begin, end);
  const all = await stored(home.admin, id.id, "power");
  expect(all).toEqual([...[0, 230, 460, 690, 920].map((value, at) => [begin + at * 1_000, value]), ...live]);
  expect(job).toMatchObject({ kind: "FILL_CALCULATED_CHANNEL", total: 100, processed: 100, changed: 5 });
  expect(job.calculatedChannelId?.id).toBe(channel.id.id);
  const { data: changes } = await home.admin.calls.audit.list({ limit: -1 });
  expect(changes.find(({ entityId }: AuditRecord) => entityId.id === job.id.id)).toMatchObject({
    actionData: { facts: { channelId: channel.id.id, startTs: begin, endTs: end } },
  });
  expect((await filled(channel, begin, Date.now())).changed).toBe(0);
  const asked = { definition, startTs: begin, endTs: Date.now() };
  const preview = expectOk(await home.admin.post("/api/calculatedChannels/preview", asked)).json<CalculatedPreview>();
  expect(preview.samples.map(({ ts, value }) => [ts, value])).toEqual(all);
  const described = (await home.admin.get(`/api/device/${id.id}/channels`)).json<DeviceDescription>();
  expect(described.calculated).toEqual([{ key: "power", name: "Power", unit: "W" }]);
  const csv = await home.admin.get(
    `${telemetry(id.id)}/export/timeseries?keys=power&startTs=0&endTs=9000000000000&describe=true`,
  );
  expect(csv.text).toContain("W");
});

test("[RUL7] a sum over a project is telemetry of the device that stands for it; a rule sees a result as any point", async () => {
  const project = (await home.admin.post("/api/project", { name: randomUUID() })).json<ProjectRecord>().id.id;
  const inProject = async (): Promise<DeviceRecord> => {
    const device = { name: randomUUID(), projectId: { id: project } };
    return expectOk(await home.admin.post("/api/device", device)).json<DeviceRecord>();
  };
  const [pump, other, station] = [await inProject(), await inProject(), await inProject()];
  const summed = { kind: "PROJECT" as const, name: "sum", key: "flow", function: "SUM" as const, projectId: project };
  const everyMs = 10_000;
  const total = { inputs: [summed], expression: "sum", everyMs, key: "total", maxAgeMs: undefined };
  const { maxAgeMs: _, ...changes } = total;
  const channel = await saved(power(station.id.id, changes));
  const rule = {
    ...{ name: randomUUID(), mode: "LIVE" },
    definition: {
      scope: { kind: "DEVICE", deviceIds: [station.id.id] },
      inputs: [{ kind: "TELEMETRY", name: "t", key: "total" }],
      steps: [{ severity: "MAJOR", when: { kind: "COMPARE", input: "t", comparison: "GREATER", value: 10 } }],
      ...{ alarmType: "Too much", actions: [] },
    },
  };
  expectOk(await home.admin.post("/api/rule", rule));
  const end = Math.floor(Date.now() / everyMs) * everyMs - 600_000;
  await send(home.admin, pump.id.id, end - 2_000, { flow: 5 });
  await send(home.admin, other.id.id, end - 1_000, { flow: 7 });
  await send(home.admin, station.id.id, end - 1_000, { flow: 1_000 });
  await filled(channel, end - 60_000, end + 1);

  expect(await stored(home.admin, station.id.id, "total")).toEqual([[end, 12]]);
  await app.platform.liveRules.settled();
  const alarms = (await home.admin.get(`/api/alarm/DEVICE/${station.id.id}`)).json<{ data: { type: string }[] }>();
  expect(alarms.data.map(({ type }) => type)).toEqual(["Too much"]);
});

test("[RUL7] versions, rings, expressions, keys in use and what is not there are refused in words", async () => {
  const { id } = await app.device(home);
  const channel = await saved(power(id.id));
  await send(home.admin, id.id, 1_000, { measured: 1 });
  const change = { id: channel.id, version: 1 };
  expectOk(await save(power(id.id, { unit: "kW" }), change));

  const outcomes = [
    await save(power(id.id), change),
    await save(power(id.id, { key: "voltage", inputs: [input("p", "power")], expression: "p" })),
    await save(power(id.id, { key: "x", expression: "u * nothing" })),
    await save(power(id.id, { key: "x", expression: "[u].map(a, [u].map(b, a * b))" })),
    await save(power(id.id, { key: "measured" })),
    await save(power(randomUUID(), { key: "x" })),
    await save(power(id.id, { key: "x" }), { id: channel.id }),
  ];
  expect(outcomes.map(({ status }) => status)).toEqual([409, 400, 400, 400, 409, 404, 400]);
  expect(outcomes[1]?.text).toContain("voltage → power → voltage");
  const checked = { definition: power(id.id, { key: "x", expression: "u *" }) };
  const { problems } = (await home.admin.post("/api/calculatedChannels/check", checked)).json<{ problems: object[] }>();
  expect(problems).toMatchObject([{ path: "expression" }]);
  expectOk(await home.admin.delete(`/api/calculatedChannel/${channel.id.id}`));
  expect((await home.admin.get(`/api/calculatedChannel/${channel.id.id}`)).status).toBe(404);
  const { data } = (await home.admin.get("/api/calculatedChannels?limit=100")).json<{
    data: CalculatedChannelRecord[];
  }>();
  expect(data.map((one) => one.id.id)).not.toContain(channel.id.id);
});

test("[RUL7, AUTH5] a calculated channel is no way to write or remove points without EDIT_TELEMETRY", async () => {
  const { id } = await app.device(home);
  const channel = await saved(power(id.id));
  await send(home.admin, id.id, 1_000, { precious: 1 });
  const permissions = ["VIEW_DEVICES", "VIEW_TELEMETRY", "VIEW_RULES", "EDIT_RULES"];
  const role = { name: `role ${randomUUID()}`, permissions };
  const made = await home.admin.post(`/api/tenants/${home.id}/roles`, role);
  const grants = [{ roleId: expectOk(made).json<{ id: object }>().id, projectId: null }];
  const username = `user-${randomUUID()}`;
  expectOk(await home.admin.post(`/api/tenants/${home.id}/users`, { username, password: testPassword, grants }));
  const editor = await app.login(username);

  const wanted = { definition: power(id.id, { key: "precious" }), replacesStored: true };
  const refused = [
    await editor.post("/api/calculatedChannel", wanted),
    await editor.post("/api/calculatedChannel", { ...wanted, id: channel.id, version: 1 }),
    await editor.post(`/api/calculatedChannel/${channel.id.id}/fill`, { startTs: 0, endTs: 2_000 }),
  ];

  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403]);
  expect(refused[0]?.text).toContain("EDIT_TELEMETRY");
  expect(await stored(home.admin, id.id, "precious")).toEqual([[1_000, 1]]);
  expectOk(await editor.delete(`/api/calculatedChannel/${channel.id.id}`));
});

test("[RUL7, REL1] SIGKILL while channels are calculated: every acknowledged point has its result, once", async () => {
  await using folder = await tempFolder();
  const { node, admin } = await startOn(folder.path);
  const { id } = await createDevice(admin);
  expectOk(await admin.post("/api/calculatedChannel", { definition: power(id) }));
  const begin = Date.now() - 100_000;
  const acknowledged: number[] = [];
  const sending = (async () => {
    for (let at = 0; at < 60; at++) {
      const values = { voltage: 200 + at, current: 2 };
      const answer = await admin
        .post(`${telemetry(id)}/timeseries/ANY`, { ts: begin + at * 1_000, values })
        .catch(() => undefined);
      if (answer?.status !== 200) return;
      acknowledged.push(at);
    }
  })();
  await expect.poll(() => acknowledged.length, { timeout: 120_000 }).toBeGreaterThan(20);
  await node.kill();
  await sending;

  await using again = await startApp({ HELIO_DATA_DIR: folder.path });
  const by = await again.login("admin");
  await again.platform.liveCalculations.settled();
  const measured = await stored(by, id, "voltage");
  expect(measured.length).toBeGreaterThanOrEqual(acknowledged.length);
  expect(await stored(by, id, "power")).toEqual(measured.map(([ts, value]) => [ts, value * 2]));
}, 300_000);
