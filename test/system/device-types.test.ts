import { randomUUID } from "node:crypto";
import type {
  ChannelOverrides,
  ChannelValues,
  DeviceRecord,
  DeviceTypeInfo,
  DeviceTypeRecord,
  SeenChannels,
} from "@heliograph/contract";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { expectOk, startApp, type TestApp, type TestTenant, testPassword } from "../support/app.ts";
import { onEveryStorage } from "../support/databases.ts";
import type { RestResponse } from "../support/rest-client.ts";

interface Audited {
  readonly actionType: string;
  readonly entityName: string;
  readonly actionData: { readonly before?: Record<string, unknown>; readonly after?: Record<string, unknown> };
}

/** A busy node answers with what it could read in its time, and says so: it is asked again. */
const whole = <T extends { readonly complete: boolean }>(ask: () => Promise<RestResponse>): Promise<T> =>
  vi.waitFor(
    async () => {
      const answer = expectOk(await ask()).json<T>();
      expect(answer.complete).toBe(true);
      return answer;
    },
    { timeout: 60_000, interval: 200 },
  );

onEveryStorage("device types", (storage) => {
  let app: TestApp;
  let home: TestTenant;
  beforeAll(async () => {
    app = await startApp(await storage());
    home = await app.firstTenant();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const save = (body: object) => home.admin.post("/api/deviceProfile", body);
  const given = async (fields: object = {}): Promise<DeviceTypeRecord> =>
    expectOk(await save({ name: `type ${randomUUID()}`, ...fields })).json<DeviceTypeRecord>();
  const auditOf = async (id: string) =>
    (await home.admin.get(`/api/audit/logs/entity/DEVICE_PROFILE/${id}`)).json<{ data: Audited[] }>().data;

  test("[TYP1] a type is created, read, listed, changed and deleted, each with an entry on record", async () => {
    const channels = [{ key: "oil_temp", name: "Oil temperature", unit: "Cel", limits: { warnAbove: 90 } }];
    const created = await given({ channels, description: "gearbox" });
    const path = `/api/deviceProfile/${created.id.id}`;
    expect(created).toMatchObject({ version: 1, default: false, channels, commands: [], attributes: [], image: null });
    expect((await home.admin.get(path)).json()).toEqual(created);

    const changed = [{ ...channels[0], unit: "[degF]" }, { key: "speed" }];
    const saved = expectOk(await save({ ...created, channels: changed })).json<DeviceTypeRecord>();

    expect(saved).toMatchObject({ version: 2, channels: changed });
    for (const list of ["deviceProfiles", "deviceProfileInfos"]) {
      const page = (
        await home.admin.get(`/api/${list}?textSearch=${encodeURIComponent(created.name.toUpperCase())}`)
      ).json();
      expect(page).toMatchObject({ data: [{ id: created.id, channelCount: 2, deviceCount: 0 }], totalElements: 1 });
    }
    expect((await home.admin.delete(path)).status).toBe(200);
    expect((await home.admin.get(path)).json()).toMatchObject({ status: 404, errorCode: 32 });
    const entries = await auditOf(created.id.id);
    expect(entries.map(({ actionType }) => actionType)).toEqual(["DELETED", "UPDATED", "ADDED"]);
    expect(entries[1]?.actionData.before).toMatchObject({ "channel oil_temp": channels[0], "channel speed": null });
    expect(entries[1]?.actionData.after).not.toHaveProperty("name");
  });

  test("[TYP1, TBC2] scripts of this API family choose from names and from words", async () => {
    const tenant = await app.tenant();
    const unused = expectOk(await tenant.admin.post("/api/deviceProfile", { name: "beta" })).json<DeviceTypeRecord>();
    const device = await app.device(tenant, { type: "alpha" });

    const names = (await tenant.admin.get("/api/deviceProfile/names")).json<{ id: object; name: string }[]>();
    const active = (await tenant.admin.get("/api/deviceProfile/names?activeOnly=true")).json();
    const words = (await tenant.admin.get("/api/device/types")).json();

    const used = { id: device.deviceProfileId, name: "alpha" };
    expect(names).toEqual([used, { id: unused.id, name: "beta" }, { id: expect.anything(), name: "default" }]);
    expect(active).toEqual([used]);
    const tenantId = { entityType: "TENANT", id: tenant.id };
    const word = (type: string) => ({ tenantId, entityType: "DEVICE", type });
    expect(words).toEqual([word("alpha"), word("beta"), word("default")]);
  });

  test("[TYP1] what a change leaves out stays as it is; null or an empty list takes it away", async () => {
    const [channels, commands] = [[{ key: "oil_temp" }], [{ method: "reset", name: "Reset" }]];
    const attributes = [{ key: "room", kind: "text" }];
    const content = {
      channels,
      commands,
      attributes,
      description: "gearbox",
      image: "data:image/png;base64,iVBORw0KGgo=",
    };
    const created = await given(content);
    const read = async () => (await home.admin.get(`/api/deviceProfile/${created.id.id}`)).json<DeviceTypeRecord>();
    const [info] = (await home.admin.get(`/api/deviceProfiles?textSearch=${encodeURIComponent(created.name)}`)).json<{
      data: DeviceTypeInfo[];
    }>().data;

    expectOk(await save({ ...info, name: `${created.name} 2` }));
    expect(await read()).toEqual({ ...created, name: `${created.name} 2`, version: 2 });
    expectOk(await save({ id: created.id, name: created.name, description: null, image: null, commands: [] }));
    expect(await read()).toEqual({ ...created, description: null, image: null, commands: [], version: 3 });
  });

  test("[TYP1] without a version the last word counts, of however many at once", async () => {
    const name = `type ${randomUUID()}`;
    const file = { format: "heliograph-device-type-1", name, channels: [{ key: "a" }] };
    const { deviceProfileId, id } = await app.device(home);
    const five = async (send: (n: number) => Promise<{ status: number }>) =>
      new Set((await Promise.all([1, 2, 3, 4, 5].map(send))).map(({ status }) => status));

    const imports = await five(() => home.admin.post("/api/deviceProfile/import?replace=true", file));
    const types = await five((n) => save({ id: deviceProfileId, name: "default", channels: [{ key: `k${n}` }] }));
    const own = await five((n) =>
      home.admin.send("PUT", `/api/device/${id.id}/channels`, { body: { overrides: [{ key: `k${n}`, unit: "V" }] } }),
    );
    const settings = await five((n) =>
      home.admin.send("PUT", `/api/tenants/${home.id}/settings`, { body: { title: `Lab ${n}` } }),
    );

    expect(imports.isSubsetOf(new Set([200, 201]))).toBe(true);
    for (const answers of [types, own, settings]) expect(answers).toEqual(new Set([200]));
  });

  test("[TYP1] a device that names a new type creates it; it carries the id, and follows a new name", async () => {
    const name = `made ${randomUUID()}`;
    const device = await app.device(home, { type: name });
    const id = device.deviceProfileId;

    expect(id.entityType).toBe("DEVICE_PROFILE");
    expect((await home.admin.get(`/api/deviceProfileInfo/${id.id}`)).json()).toMatchObject({ name, deviceCount: 1 });
    expect((await auditOf(id.id)).map(({ actionType }) => actionType)).toEqual(["ADDED"]);
    expectOk(await save({ id, name: `${name} renamed` }));
    const shown = (await home.admin.get(`/api/device/${device.id.id}`)).json<DeviceRecord>();
    expect(shown.type).toBe(`${name} renamed`);
    expect((await home.admin.delete(`/api/deviceProfile/${id.id}`)).json()).toMatchObject({
      ...{ status: 409, errorCode: 35 },
      message: `One device is of the type ${name} renamed; give them another one first`,
    });
  });

  test("[TYP1] a device is of the type its id names; of a name and an id the one that changed counts", async () => {
    const [one, two] = [await given(), await given()];
    const device = await app.device(home, { deviceProfileId: one.id });
    expect(device).toMatchObject({ type: one.name, deviceProfileId: one.id });
    const update = (fields: object) => home.admin.post("/api/device", { ...device, ...fields });

    expect((await update({ deviceProfileId: two.id })).json()).toMatchObject({ type: two.name });
    expect((await update({})).json()).toMatchObject({ type: one.name, deviceProfileId: one.id });
    expect((await update({ type: "by name" })).json()).toMatchObject({ type: "by name" });
    expect((await update({ type: two.name })).json()).toMatchObject({ status: 400, errorCode: 31 });
    expect((await update({ deviceProfileId: null, type: two.name })).json()).toMatchObject({ deviceProfileId: two.id });
    const unknown = { entityType: "DEVICE_PROFILE", id: randomUUID() };
    expect((await update({ deviceProfileId: unknown })).json()).toMatchObject({ status: 404, errorCode: 32 });
    const foreign = await app.tenant();
    const stolen = await foreign.admin.post("/api/device", { name: "x", deviceProfileId: one.id });
    expect(stolen.json()).toMatchObject({ status: 404, errorCode: 32 });
  });

  test("[TYP1] the default type is that of devices whose creator names none, also in an import, and stays", async () => {
    const type = await given();
    const tenant = await app.tenant();
    const before = (await tenant.admin.get("/api/deviceProfileInfo/default")).json<DeviceTypeInfo>();
    expect(before).toMatchObject({ name: "default", default: true });

    const chosen = await home.admin.post(`/api/deviceProfile/${type.id.id}/default`, {});

    expect(chosen.json()).toMatchObject({ id: type.id, default: true });
    expect((await home.admin.get("/api/deviceProfileInfo/default")).json()).toMatchObject({ id: type.id });
    expect(await app.device(home)).toMatchObject({ type: type.name });
    const csv = { body: "name\nimported", headers: { "content-type": "text/csv" } };
    expectOk(await home.admin.send("POST", `/api/tenants/${home.id}/devices/import`, csv));
    const found = await home.admin.get(`/api/tenants/${home.id}/devices?deviceProfileId=${type.id.id}`);
    expect(found.json()).toMatchObject({ totalElements: 2 });
    const free = await given();
    expectOk(await home.admin.post(`/api/deviceProfile/${free.id.id}/default`, {}));
    expect((await home.admin.delete(`/api/deviceProfile/${free.id.id}`)).json()).toMatchObject({
      ...{ status: 409, message: `${free.name} is the default type; make another one the default first` },
    });
  });

  test("[TYP1] of two people who edit one type the second is told, and nothing of theirs is lost", async () => {
    const type = await given();
    expectOk(await save({ ...type, description: "first" }));

    const second = await save({ ...type, description: "second" });

    expect(second.json()).toMatchObject({ status: 409, errorCode: 35 });
    expect(second.json<{ message: string }>().message).toContain("version 2");
    expect((await home.admin.get(`/api/deviceProfile/${type.id.id}`)).json()).toMatchObject({ description: "first" });
    expect((await save({ name: type.name })).json()).toMatchObject({ status: 409, errorCode: 35 });
  });

  test("[TYP2] what makes no sense is refused with the reason", async () => {
    const refused = async (channel: object) =>
      (await save({ name: randomUUID(), channels: [{ key: "a", ...channel }] })).json<{ message: string }>();

    expect(await refused({ limits: { warnAbove: 2, alarmAbove: 1 } })).toMatchObject({ status: 400, errorCode: 31 });
    expect((await refused({ colour: "red" })).message).toBe("channels.0.colour must be a colour such as #0b6285");
    expect((await refused({ uint: "V" })).message).toBe("channels.0 must not have uint");
    expect((await refused({ unit: null, decimals: 99 })).message).toContain("channels.0.decimals");
    const script = { name: randomUUID(), image: "data:text/html;base64,AA==" };
    expect((await save(script)).json<{ message: string }>().message).toContain("must be a PNG, JPEG or WebP");
  });

  test("[TYP2] a type of ten thousand channels is saved, read and changed; one more is refused", async () => {
    const channels = Array.from({ length: 10_000 }, (_, n) => ({
      ...{ key: `channel_${n}`, name: `Channel ${n}`, unit: "Cel", decimals: 2 },
      limits: { warnAbove: n, alarmAbove: n + 1 },
    }));
    const type = await given({ channels });
    expect(type.channels).toHaveLength(10_000);

    const changed = expectOk(await save({ ...type, channels: channels.map((one) => ({ ...one, decimals: 1 })) }));

    expect(changed.json<DeviceTypeRecord>().channels.at(-1)).toMatchObject({ key: "channel_9999", decimals: 1 });
    const [entry] = await auditOf(type.id.id);
    expect(entry?.actionData.after).toMatchObject({
      "channel channel_0": { ...channels[0], decimals: 1 },
      furtherChanges: expect.any(Number),
    });
    const tooMany = await save({ name: randomUUID(), channels: [...channels, { key: "one more" }] });
    expect(tooMany.json<{ message: string }>().message).toContain("10000");
  });

  test("[TYP4] a type goes to another tenant as a file; a name that is taken is replaced only when asked", async () => {
    const image = "data:image/png;base64,iVBORw0KGgo=";
    const commands = [{ method: "stop", confirmation: "Stop?", parameters: [{ key: "when", kind: "number" }] }];
    const type = await given({ channels: [{ key: "a" }], commands, attributes: [{ key: "interval" }], image });
    const file = expectOk(await home.admin.get(`/api/deviceProfile/${type.id.id}/export`)).json<object>();
    const other = await app.tenant();

    const imported = expectOk(await other.admin.post("/api/deviceProfile/import", file)).json<DeviceTypeRecord>();

    const { name, channels, attributes } = type;
    expect(imported).toMatchObject({ name, channels, commands, attributes, image, version: 1 });
    expect(imported.id).not.toEqual(type.id);
    expect((await other.admin.post("/api/deviceProfile/import", file)).json()).toMatchObject({ status: 409 });
    const again = await other.admin.post("/api/deviceProfile/import?replace=true", { ...file, channels: [] });
    expect(again.json()).toMatchObject({ id: imported.id, channels: [], version: 2 });
    expect((await other.admin.post("/api/deviceProfile/import", { name: "x" })).json()).toMatchObject({ status: 400 });
  });

  test("[AUTH5] operators see types and name new ones, but do not edit them", async () => {
    const type = await given();
    const username = `operator-${randomUUID()}`;
    await app.user(home.admin, home.id, username, "OPERATOR");
    const operator = await app.login(username);

    expect((await operator.get(`/api/deviceProfile/${type.id.id}`)).status).toBe(200);
    expect((await operator.post("/api/deviceProfile", { name: "x" })).json()).toMatchObject({
      status: 403,
      errorCode: 20,
    });
    expectOk(await operator.post("/api/device", { name: randomUUID(), type: `new ${randomUUID()}` }));
  });

  const telemetryOf = ({ id }: DeviceRecord) => `/api/plugins/telemetry/DEVICE/${id.id}`;

  test("[TYP2] a device says otherwise than its type, on record; of two changes the second is told", async () => {
    const type = await given({ channels: [{ key: "oil_temp", unit: "Cel", limits: { warnAbove: 90 } }] });
    const device = await app.device(home, { type: type.name });
    const path = `/api/device/${device.id.id}/channels`;
    expect((await home.admin.get(path)).json()).toMatchObject({
      ...{ deviceProfileId: type.id, channels: type.channels, overrides: [], version: 0 },
    });
    const overrides = [{ key: "oil_temp", limits: { warnAbove: 70 } }];

    const saved = await home.admin.send("PUT", path, { body: { overrides, version: 0 } });

    expect(saved.json()).toMatchObject({ overrides, version: 1, channels: type.channels });
    const late = await home.admin.send("PUT", path, { body: { overrides: [], version: 0 } });
    expect(late.json()).toMatchObject({ status: 409, errorCode: 35 });
    const twice = { overrides: [{ key: "a" }, { key: "a" }] };
    expect((await home.admin.send("PUT", path, { body: twice })).json()).toMatchObject({ status: 400, errorCode: 31 });
    const log = await home.admin.get(`/api/audit/logs/entity/DEVICE/${device.id.id}?actionTypes=UPDATED`);
    expect(log.json<{ data: Audited[] }>().data.at(-1)?.actionData.after).toMatchObject({
      "channel oil_temp": overrides[0],
    });
  });

  test("[TYP2] keys that devices of a type sent and it does not describe are told, most frequent first", async () => {
    const type = await given({ channels: [{ key: "known" }, { key: "bearing_*" }] });
    const [one, two] = [await app.device(home, { type: type.name }), await app.device(home, { type: type.name })];
    const send = async (device: DeviceRecord, values: object) =>
      expectOk(await home.admin.post(`${telemetryOf(device)}/timeseries/ANY`, values));
    await send(one, { known: 1, bearing_1: 2, extra: 88.5, door: true, program: "G7" });
    await send(two, { extra: 90, where: { latitude: 48, longitude: 11 } });

    const seen = expectOk(await home.admin.get(`/api/deviceProfile/${type.id.id}/seen-channels`)).json<SeenChannels>();

    expect(seen).toMatchObject({ devices: 2, total: 4 });
    expect(new Map(seen.described.map(({ key, devices }) => [key, devices]))).toEqual(
      new Map([
        ["known", 1],
        ["bearing_*", 1],
      ]),
    );
    expect(seen.keys.find(({ key }) => key === "where")?.deviceId).toEqual(two.id);
    const told = seen.keys.map(({ key, devices, kind }) => `${key} ${devices} ${kind}`);
    expect(told).toEqual(["extra 2 number", "door 1 state", "program 1 text", "where 1 position"]);
    const none = await given({ channels: [{ key: "*" }] });
    await send(await app.device(home, { type: none.name }), { whatever: 1 });
    expect((await home.admin.get(`/api/deviceProfile/${none.id.id}/seen-channels`)).json()).toMatchObject({ keys: [] });
  });

  test("[TYP2] limits are drawn on what devices of the type measured, within reach and without those that have their own", async () => {
    const limits = { warnAbove: 90 };
    const type = await given({
      channels: [
        { key: "bearing_1", unit: "K" },
        { key: "bearing_*", limits },
      ],
    });
    const project = await home.admin.calls.projects.save({ body: { name: randomUUID() } });
    const [one, two, own] = [
      await app.device(home, { type: type.name, projectId: project.id }),
      await app.device(home, { type: type.name }),
      await app.device(home, { type: type.name }),
    ];
    const day = 86_400_000;
    const send = async (device: DeviceRecord, ts: number, values: object) =>
      expectOk(await home.admin.post(`${telemetryOf(device)}/timeseries/ANY`, { ts, values }));
    const now = Date.now();
    await send(one, now - day, { bearing_1: 500, bearing_2: 80, bearing_3: 95 });
    await send(one, now - 2 * day, { bearing_2: 85, note: "no number" });
    await send(one, now - 8 * day, { bearing_2: 1_000 });
    await send(two, now - day, { bearing_2: 91 });
    await send(own, now - day, { bearing_2: 99 });
    const overrides = [{ key: "bearing_2", limits: { warnAbove: 200 } }];
    expectOk(await home.admin.send("PUT", `/api/device/${own.id.id}/channels`, { body: { overrides } }));
    const path = `/api/deviceProfile/${type.id.id}`;
    const north = `north-${randomUUID()}`;
    const grants = [{ role: "OPERATOR" as const, projectId: { id: project.id.id } }];
    await home.admin.calls.users.add({ tenantId: home.id, body: { username: north, password: testPassword, grants } });

    const asNorth = await app.login(north);
    const values = await whole<ChannelValues>(() => home.admin.get(`${path}/channel-values?key=bearing_*`));
    const seenNorth = await whole<ChannelValues>(() => asNorth.get(`${path}/channel-values?key=bearing_*`));
    const otherwise = await whole<ChannelOverrides>(() => home.admin.get(`${path}/channel-overrides?key=bearing_*`));

    expect(values).toMatchObject({
      ...{ interval: 300_000, timeRead: 1, samples: 4, looked: 3, total: 3, ownLimits: 1, complete: true },
      groups: [80, 85, 91, 95].map((value) => ({ low: value, high: value, samples: 1 })),
    });
    expect(values.endTs - values.startTs).toBe(7 * day);
    expect(new Map(values.devices.map(({ name, min, max }) => [name, [min, max]]))).toEqual(
      new Map([
        [one.name, [80, 95]],
        [two.name, [91, 91]],
      ]),
    );
    expect(seenNorth).toMatchObject({ samples: 3, total: 1, devices: [{ id: one.id }] });
    expect(otherwise).toEqual({
      ...{ total: 1, complete: true },
      devices: [{ id: own.id, name: own.name, fields: ["limits"] }],
    });
    expect((await home.admin.get(`${path}/channel-overrides?key=bearing_1`)).json()).toMatchObject({ total: 0 });
    const use = (await home.admin.get(`/api/deviceProfileInfo/${type.id.id}`)).json();
    expect(use).toMatchObject({ deviceCount: 3, projectCount: 1 });
    const unknown = await home.admin.get(`/api/deviceProfile/${randomUUID()}/channel-values?key=a`);
    expect(unknown.json()).toMatchObject({ status: 404, errorCode: 32 });
    expect((await home.admin.get(`${path}/channel-values`)).status).toBe(400);
  });

  test("[TYP2] an export names channels and units where asked; the device's own unit counts where nothing is said", async () => {
    const type = await given({ channels: [{ key: "oil_*", name: "Oil, *", unit: "Cel" }] });
    const device = await app.device(home, { type: type.name });
    await home.admin.post(`${telemetryOf(device)}/timeseries/ANY`, { ts: 5, values: { oil_temp: 1, level: 2 } });
    await home.admin.post(`${telemetryOf(device)}/attributes/SERVER_SCOPE`, { units: { level: "mm", oil_temp: "K" } });
    const exported = async (query: string) =>
      (await home.admin.get(`${telemetryOf(device)}/export/timeseries?${query}`)).text.trim().split(/\r?\n/);

    expect(await exported("describe=true")).toEqual([
      "key,name,unit,ts,value",
      "level,level,mm,5,2",
      'oil_temp,"Oil, temp",Cel,5,1',
    ]);
    expect(await exported("describe=true&format=jsonl&keys=level")).toEqual([
      '{"key":"level","name":"level","unit":"mm","ts":5,"value":2}',
    ]);
    expect(await exported("keys=level")).toEqual(["key,ts,value", "level,5,2"]);
  });
});
