import { randomUUID } from "node:crypto";
import type { DeviceRecord, DeviceTypeInfo, DeviceTypeRecord } from "@heliograph/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectOk, startApp, type TestApp, type TestTenant } from "../support/app.ts";
import { onEveryStorage } from "../support/databases.ts";

interface Audited {
  readonly actionType: string;
  readonly entityName: string;
  readonly actionData: { readonly before?: Record<string, unknown>; readonly after?: Record<string, unknown> };
}

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
});
