import { randomUUID } from "node:crypto";
import type { CredentialsRecord, DeviceRecord, ImportReport } from "@heliograph/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectOk, startApp, type TestApp, type TestTenant, testPassword } from "../support/app.ts";
import type { RestClient } from "../support/rest-client.ts";
import { isLongRun } from "../switches.ts";

interface List {
  readonly data: DeviceRecord[];
  readonly totalPages: number;
  readonly totalElements: number;
  readonly hasNext: boolean;
}

let app: TestApp;
let home: TestTenant;
beforeAll(async () => {
  app = await startApp({ HELIO_VALUE_SORT_DEVICES: "100" });
  home = await app.firstTenant();
});
afterAll(() => app[Symbol.asyncDispose]());

const list = async (tenant: TestTenant, query = "") =>
  expectOk(await tenant.admin.get(`/api/tenants/${tenant.id}/devices?${query}`)).json<List>();
const names = ({ data }: List) => data.map(({ name }) => name);

describe("[DEV1, DEV3] a device", () => {
  test("is created with every field of the record, absent ones null", async () => {
    const name = `logger ${randomUUID()} 🚰`;

    const created = await home.admin.post("/api/device", { name });

    expect(created.status).toBe(201);
    expect(created.json()).toEqual({
      id: { entityType: "DEVICE", id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      createdTime: expect.any(Number),
      tenantId: { entityType: "TENANT", id: home.id },
      projectId: null,
      name,
      type: "default",
      deviceProfileId: { entityType: "DEVICE_PROFILE", id: expect.any(String) },
      label: null,
      additionalInfo: { description: null },
      active: false,
      lastActivityTime: null,
      serialNumber: null,
      firmwareVersion: null,
      alarmSeverity: null,
    });
  });

  test("is updated when the body has an id, as a script that sends the whole record back does", async () => {
    const device = await app.device(home, {
      label: "old",
      additionalInfo: { description: "kept", inactivityTimeout: 60_000 },
    });

    const updated = await home.admin.post("/api/device", { ...device, label: "new", unknownField: { x: 1 } });

    expect(updated.status).toBe(200);
    expect(updated.json()).toEqual({ ...device, label: "new" });
    expect((await home.admin.get(`/api/device/${device.id.id.toUpperCase()}`)).json()).toEqual(updated.json());
  });

  test("has a name of its own in the tenant: 409 on creating and on renaming", async () => {
    const [first, second] = [await app.device(home), await app.device(home)];

    const created = await home.admin.post("/api/device", { name: first.name });
    const renamed = await home.admin.post("/api/device", { ...second, name: first.name });

    expect(created.json()).toMatchObject({ status: 409, errorCode: 35 });
    expect(renamed.status).toBe(409);
  });

  test("created by two clients at once exists once", async () => {
    const name = `race ${randomUUID()}`;

    const responses = await Promise.all(Array.from({ length: 8 }, () => home.admin.post("/api/device", { name })));

    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
  });

  test("is gone after DELETE, its token too, also with an empty JSON body", async () => {
    const device = await app.device(home);
    const path = `/api/device/${device.id.id}`;

    const removed = await home.admin.delete(path, { headers: { "content-type": "application/json" } });

    expect(removed.status).toBe(200);
    expect((await home.admin.get(path)).json()).toMatchObject({ status: 404, errorCode: 32 });
    expect((await home.admin.get(`${path}/credentials`)).status).toBe(404);
    expect((await home.admin.delete(path)).status).toBe(404);
  });

  test("of another tenant looks as if it did not exist", async () => {
    const [other, device] = [await app.tenant(), await app.device(home)];
    const path = `/api/device/${device.id.id}`;

    const answers = [
      await other.admin.get(path),
      await other.admin.delete(path),
      await other.admin.get(`${path}/credentials`),
      await other.admin.post("/api/device", { ...device, name: "stolen" }),
      await other.admin.post("/api/device/credentials", { deviceId: device.id }),
      await other.admin.get(`/api/tenants/${home.id}/devices`),
      await other.admin.get(`/api/tenants/${home.id}/device-types`),
      await other.admin.post(`/api/tenants/${home.id}/devices/import`, "name\nx\n", {
        headers: { "content-type": "text/csv" },
      }),
    ];

    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(404));
    expect(answers[0]?.text.replace(device.id.id, "")).toEqual(
      (await other.admin.get(`/api/device/${randomUUID()}`)).text
        .replace(/[0-9a-f-]{36}/, "")
        .replace(/\d{13}/, answers[0]?.json<{ timestamp: string }>().timestamp ?? ""),
    );
    expect((await home.admin.get(path)).json()).toEqual(device);
  });

  test.each([
    [{}, "name is required"],
    [{ name: null }, "name must be a string"],
    [{ name: "" }, "name must NOT have fewer than 1 characters"],
    [{ name: "\t" }, "name must be text without control characters"],
    [{ name: "a\u0000" }, "name must be text without control characters"],
    [{ name: "a\udc00" }, "name must be text without control characters"],
    [{ name: "\u200b\u2060\ufeff" }, "name must be text without control characters"],
    [{ name: "\u3164\u2800" }, "name must be text without control characters"],
    [{ name: "pump\u202egnp.exe" }, "name must be text without control characters"],
    [{ name: "a\u2028b" }, "name must be text without control characters"],
    [{ name: "a", label: "\u2067b" }, "label must be text without control characters"],
    [{ name: "x".repeat(10_240) }, "name must NOT have more than 255 characters"],
    [{ name: ["a"] }, "name must be a string"],
    [{ name: "a", id: { id: "42" } }, "id.id must be a UUID"],
    [{ name: "a", id: { entityType: "TENANT", id: randomUUID() } }, 'id.entityType must be "DEVICE"'],
    [{ name: "a", additionalInfo: { inactivityTimeout: 5 } }, "additionalInfo.inactivityTimeout must be >= 1000"],
    [{ name: "a", additionalInfo: "text" }, "additionalInfo must be an object"],
  ])("of %j is 400 and says why", async (body, message) => {
    const response = await home.admin.post("/api/device", body);

    expect(response.json()).toMatchObject({ status: 400, errorCode: 31, message: expect.stringContaining(message) });
  });

  test.each(["👩‍🔬 lab", "شیر‌آب", "⚙️"])("may be called %s: joiners and variants belong to the text", async (start) => {
    const created = await home.admin.post("/api/device", { name: `${start} ${randomUUID()}` });

    expect(created.status).toBe(201);
  });

  test("with null for every optional field is created [API7]", async () => {
    const nulls = { id: null, type: null, label: null, additionalInfo: { description: null }, serialNumber: null };

    const created = await home.admin.post("/api/device", { ...nulls, name: `nulls ${randomUUID()}` });

    expect(created.status).toBe(201);
    expect(created.json()).toMatchObject({ type: "default", label: null });
  });

  test("of an unknown id is 404 on update", async () => {
    const response = await home.admin.post("/api/device", { id: { id: randomUUID() }, name: "nowhere" });

    expect(response.status).toBe(404);
  });
});

describe("[DEV4] credentials", () => {
  const credentialsOf = async (device: DeviceRecord) =>
    expectOk(await home.admin.get(`/api/device/${device.id.id}/credentials`)).json<CredentialsRecord>();
  const set = (device: DeviceRecord, credentialsId?: string | null) =>
    home.admin.post("/api/device/credentials", { deviceId: device.id, credentialsId });

  test("[DEV4] have a token of at least 128 random bits, which are 22 characters", async () => {
    const device = await app.device(home);

    expect(await credentialsOf(device)).toEqual({
      id: { entityType: "DEVICE_CREDENTIALS", id: expect.any(String) },
      createdTime: expect.any(Number),
      deviceId: device.id,
      credentialsType: "ACCESS_TOKEN",
      credentialsId: expect.stringMatching(/^[A-Za-z0-9_-]{22,}$/),
      credentialsValue: null,
    });
  });

  test("can be set and rotated; the record sent back whole is accepted", async () => {
    const device = await app.device(home);
    const before = await credentialsOf(device);

    const token = `my.token_~-${randomUUID()}`;
    const setTo = await home.admin.post("/api/device/credentials", { ...before, credentialsId: token });
    const rotated = await set(device, null);

    expect(setTo.json()).toEqual({ ...before, credentialsId: token });
    expect(rotated.json<CredentialsRecord>().credentialsId).not.toBe(token);
    expect(await credentialsOf(device)).toEqual(rotated.json());
  });

  test("are unique in the installation, over tenants, and 409 does not say whose", async () => {
    const [mine, theirs] = [await app.device(home), await app.tenant().then((other) => app.device(other))];
    const other = expectOk(await set(mine, `taken-${randomUUID()}`)).json<CredentialsRecord>();
    const tenant = await app.tenant();
    const foreign = await app.device(tenant);

    const response = await tenant.admin.post("/api/device/credentials", {
      deviceId: foreign.id,
      credentialsId: other.credentialsId,
    });

    expect(response.status).toBe(409);
    expect(response.text).not.toContain(mine.name);
    expect(theirs.name).not.toBe(mine.name);
  });

  test.each(["MQTT_BASIC", "X509_CERTIFICATE", "nonsense", 7])(
    "of type %j are 400, and nothing changes",
    async (type) => {
      const device = await app.device(home);
      const before = await credentialsOf(device);
      const body = { deviceId: device.id, credentialsType: type, credentialsId: "another-token" };

      const responses = [body, { ...body, credentialsId: null }].map((one) =>
        home.admin.post("/api/device/credentials", one),
      );

      for (const response of await Promise.all(responses)) expect(response.json()).toMatchObject({ status: 400 });
      expect(await credentialsOf(device)).toEqual(before);
    },
  );

  test("may be shorter than new ones have to be where they were there before, and saved again", async () => {
    const device = await app.device(home);
    await app.platform.deviceStore.setToken(home.id as never, device.id.id as never, "old");

    expect((await set(device, "old")).json()).toMatchObject({ credentialsId: "old" });
    expect((await set(device, "older")).json()).toMatchObject({ status: 400, message: expect.stringContaining("8") });
    expect((await credentialsOf(device)).credentialsId).toBe("old");
  });

  test("can be given at creation, by those who may set them; an update leaves them alone", async () => {
    const token = `given-${randomUUID()}`;
    const create = (name: string, accessToken: string, by = home.admin) =>
      by.post(`/api/device?accessToken=${accessToken}`, { name });

    const device = expectOk(await create(`given ${token}`, token)).json<DeviceRecord>();
    expectOk(await home.admin.post("/api/device?accessToken=other-token", { ...device, label: "new" }));

    expect((await credentialsOf(device)).credentialsId).toBe(token);
    expect((await create("second", token)).status).toBe(409);
    expect((await create("second", "short")).status).toBe(400);
    expect((await create("second", "a%20blank%20inside")).status).toBe(400);
    const username = `operator-${randomUUID()}`;
    await app.user(home.admin, home.id, username, "OPERATOR");
    expect((await create("second", "a-token-of-an-operator", await app.login(username))).status).toBe(403);
  });

  test("of another tenant that are tried again and again are soon refused without a look, also in a CSV", async () => {
    const tenant = await app.tenant();
    const own = await app.device(tenant);
    const foreign = await Promise.all(Array.from({ length: 8 }, async () => credentialsOf(await app.device(home))));
    const tryToken = (credentialsId: string) =>
      tenant.admin.post("/api/device/credentials", { deviceId: own.id, credentialsId });
    const importTokens = (tokens: readonly string[]) =>
      tenant.admin.post(
        `/api/tenants/${tenant.id}/devices/import`,
        `name,token\n${tokens.map((token, row) => `row ${row},${token}`).join("\n")}\n`,
        { headers: { "content-type": "text/csv" } },
      );
    const tokens = foreign.map(({ credentialsId }) => credentialsId);

    const report = expectOk(await importTokens([...tokens.slice(0, 2), "free-token-of-ours"])).json<ImportReport>();
    const statuses: number[] = [];
    for (const token of tokens.slice(2)) statuses.push((await tryToken(token)).status);

    expect(report).toMatchObject({ created: 1, failed: 2 });
    expect(report.errors[0]?.message).not.toContain("in use");
    expect(statuses).toEqual([409, 409, 409, 429, 429, 429]);
    expect((await tryToken("nobody-has-this-one")).status).toBe(429);
    expect((await importTokens(["nobody-has-this-one-either"])).json()).toMatchObject({ status: 429, errorCode: 33 });
    expect((await tenant.admin.post("/api/device/credentials", { deviceId: own.id })).status).toBe(200);
  });

  test.each(["", "a b", "ä", "a/b", "short", "x".repeat(129), "a\n"])("of %j are 400", async (token) => {
    expect((await set(await app.device(home), token)).status).toBe(400);
  });
});

describe("[DEV2, API5] the list", () => {
  let tenant: TestTenant;
  beforeAll(async () => {
    tenant = await app.tenant();
    for (const name of ["Pump b", "pump A", "Valve"]) {
      await app.device(tenant, {
        name,
        type: name.slice(0, 4).toLowerCase(),
        label: `label of ${name}`,
        serialNumber: `SN-${name}`,
      });
    }
  });

  test("is sorted by name without regard to case, with totals", async () => {
    expect(await list(tenant)).toMatchObject({ totalPages: 1, totalElements: 3, hasNext: false });
    expect(names(await list(tenant))).toEqual(["pump A", "Pump b", "Valve"]);
    expect(names(await list(tenant, "sortProperty=name&sortOrder=DESC"))).toEqual(["Valve", "Pump b", "pump A"]);
  });

  test("comes in pages, and far past the end is empty", async () => {
    expect(await list(tenant, "limit=2")).toMatchObject({ totalPages: 2, totalElements: 3, hasNext: true });
    expect(names(await list(tenant, "limit=2&page=1"))).toEqual(["Valve"]);
    expect(await list(tenant, "limit=2147483647&page=2147483647")).toEqual({
      data: [],
      totalPages: 1,
      totalElements: 3,
      hasNext: false,
    });
    expect(await list(tenant, "limit=-1&page=7")).toEqual({
      data: [],
      totalPages: 1,
      totalElements: 3,
      hasNext: false,
    });
  });

  test("with limit=-1 is everything, in the same form and order", async () => {
    expect(await list(tenant, "limit=-1")).toEqual(await list(tenant, "limit=100"));
    const empty = await app.tenant();
    expect(await list(empty, "limit=-1")).toEqual({ data: [], totalPages: 0, totalElements: 0, hasNext: false });
  });

  test("can be searched and filtered", async () => {
    expect(names(await list(tenant, "textSearch=PUMP%20b"))).toEqual(["Pump b"]);
    expect(names(await list(tenant, "textSearch=sn-v"))).toEqual(["Valve"]);
    expect(names(await list(tenant, "type=valv"))).toEqual(["Valve"]);
    expect(names(await list(tenant, "active=true"))).toEqual([]);
    expect(names(await list(tenant, "active=false&limit=-1&textSearch=label"))).toHaveLength(3);
  });

  test("[API5] pageSize means limit", async () => {
    expect(await list(tenant, "pageSize=2&page=1")).toMatchObject({ totalPages: 2, data: [{ name: "Valve" }] });
    expect(names(await list(tenant, "pageSize=1&limit=2"))).toHaveLength(2);
    expect((await tenant.admin.get(`/api/tenants/${tenant.id}/devices?pageSize=0`)).status).toBe(400);
  });

  test("[AUTH5] is sorted by an attribute or a newest value, those without it last; who may not read values learns nothing by it", async () => {
    const yard = await app.tenant();
    for (const [name, heat, hall] of [
      ["a", 9, "south"],
      ["b", 10, "north"],
      ["c", "hot", undefined],
      ["d", undefined, "east"],
    ] as const) {
      const { id } = await app.device(yard, { name });
      const path = `/api/plugins/telemetry/DEVICE/${id.id}`;
      if (heat !== undefined) expectOk(await yard.admin.post(`${path}/timeseries/ANY`, { heat }));
      if (hall !== undefined) expectOk(await yard.admin.post(`${path}/attributes/SERVER_SCOPE`, { hall }));
    }
    const order = async (query: string) => names(await list(yard, query)).join("");
    const made = await yard.admin.post("/api/apiKeys", { name: randomUUID(), permissions: ["VIEW_DEVICES"] });
    const blind = { "x-authorization": `ApiKey ${expectOk(made).json<{ key: string }>().key}` };

    expect(await order("sortProperty=latest&sortKey=heat")).toBe("abcd");
    expect(await order("sortProperty=latest&sortKey=heat&sortOrder=DESC")).toBe("cbad");
    expect(await order("sortProperty=latest&sortKey=heat&sortOrder=DESC&limit=2&page=1")).toBe("ad");
    expect(await order("sortProperty=latest&sortKey=heat&sortOrder=DESC&limit=-1")).toBe("cbad");
    expect(await order("sortProperty=latest&sortKey=unknown&sortOrder=DESC")).toBe("abcd");
    expect(await order("sortProperty=latest&sortKey=heat&textSearch=b")).toBe("b");
    expect(await order("sortProperty=attribute&sortKey=hall")).toBe("dbac");
    expect(await order("sortProperty=attribute&sortKey=hall&sortOrder=DESC&limit=-1")).toBe("abdc");
    expect(await order("sortProperty=attribute&sortKey=hall&sortScope=CLIENT_SCOPE")).toBe("abcd");
    for (const sortProperty of ["latest", "attribute"]) {
      const missing = await yard.admin.get(`/api/tenants/${yard.id}/devices?sortProperty=${sortProperty}`);
      expect(missing.json()).toMatchObject({ status: 400, message: expect.stringContaining("needs sortKey") });
      const path = `/api/tenants/${yard.id}/devices?sortProperty=${sortProperty}&sortKey=heat`;
      expect((await app.rest.get(path, { headers: blind })).status).toBe(403);
    }
    const csv = ["name", ...Array.from({ length: 97 }, (_, index) => `x${index}`)].join("\n");
    const headers = { "content-type": "text/csv" };
    expectOk(await yard.admin.post(`/api/tenants/${yard.id}/devices/import`, csv, { headers }));
    const many = await yard.admin.get(`/api/tenants/${yard.id}/devices?sortProperty=latest&sortKey=heat`);
    expect(many.json()).toMatchObject({ status: 400, message: expect.stringContaining("101 devices match") });
  });

  test("names the device types in use", async () => {
    const types = await tenant.admin.get(`/api/tenants/${tenant.id}/device-types`);

    expect(types.json()).toEqual([
      { type: "pump", count: 2 },
      { type: "valv", count: 1 },
    ]);
  });

  test.each([
    "limit=0",
    "limit=-2",
    "limit=x",
    "limit=1.5",
    "limit=",
    "page=-1",
    "page=x",
    "sortProperty=secret",
    "sortOrder=up",
    "active=maybe",
    "limit=1&limit=2",
    "textSearch=%00",
  ])("with %s is 400 and names the parameter", async (query) => {
    const response = await tenant.admin.get(`/api/tenants/${tenant.id}/devices?${query}`);

    expect(response.json()).toMatchObject({
      status: 400,
      errorCode: 31,
      message: expect.stringContaining(query.split("=")[0] ?? ""),
    });
  });
});

describe("[DEV3] CSV import", () => {
  const importCsv = (tenant: TestTenant, csv: string | Uint8Array, type = "text/csv") =>
    tenant.admin.post(`/api/tenants/${tenant.id}/devices/import`, csv, { headers: { "content-type": type } });

  test("[17/16, DEV4] answers with the tokens where one may see them, and creates nothing where one may not", async () => {
    const tenant = await app.tenant();
    const path = `/api/tenants/${tenant.id}/devices/import?tokens=true`;
    const send = (by: RestClient, csv: string) => by.post(path, csv, { headers: { "content-type": "text/csv" } });
    const role = { name: "Fitters", permissions: ["VIEW_DEVICES", "EDIT_DEVICES"] };
    const { id: roleId } = expectOk(await tenant.admin.post(`/api/tenants/${tenant.id}/roles`, role)).json<{
      id: object;
    }>();
    const user = { username: `fitter ${tenant.id}`, password: testPassword };
    const grants = [{ roleId, projectId: null }];
    expectOk(await tenant.admin.post(`/api/tenants/${tenant.id}/users`, { ...user, grants }));

    const report = expectOk(
      await send(tenant.admin, `name,token\na,\na,\nb,chosen-${tenant.id}\n`),
    ).json<ImportReport>();

    expect(report).toMatchObject({
      created: 2,
      devices: [
        { row: 1, name: "a" },
        { row: 3, name: "b", token: `chosen-${tenant.id}` },
      ],
    });
    for (const { token } of report.devices ?? [])
      expectOk(await app.rest.post(`/api/v1/${token}/telemetry`, { temperature: 1 }));
    expect((await send(await app.login(user.username), "name\nc\n")).status).toBe(403);
    expect(names(await list(tenant))).toEqual(["a", "b"]);
    expect(expectOk(await importCsv(tenant, "name\nd\n")).json<ImportReport>().devices).toBeUndefined();
  });

  test("creates what is good and reports what is not, row by row", async () => {
    const tenant = await app.tenant();
    const taken = expectOk(await tenant.admin.post("/api/device", { name: "there" })).json<DeviceRecord>();
    const csv = [
      "\ufeffName, TYPE ,label,description,serialNumber,firmwareVersion,token",
      `pump 1,smart,"a ""label"", quoted","two\nlines",SN1,1.0,token-${tenant.id}`,
      "there,,,,,,",
      ",smart,,,,,",
      "pump 2,,,,,,not a token",
      "",
      `pump 3,,,,,,token-${tenant.id}`,
      "pump 4",
      `${"x".repeat(300)},,,,,,`,
    ].join("\r\n");

    const report = expectOk(await importCsv(tenant, csv)).json<ImportReport>();

    expect(report).toMatchObject({ rows: 7, created: 2, failed: 5 });
    expect(report.errors).toMatchObject([
      { row: 2, name: "there", message: expect.stringContaining("exists already") },
      { row: 3, name: null, message: "name is required" },
      { row: 4, name: "pump 2", message: expect.stringContaining("token must be") },
      { row: 5, name: "pump 3", message: expect.stringContaining("cannot be used") },
      { row: 7, message: expect.stringContaining("name must NOT have more than 255 characters") },
    ]);
    const devices = await list(tenant);
    expect(names(devices)).toEqual(["pump 1", "pump 4", "there"]);
    expect(devices.data[0]).toMatchObject({
      type: "smart",
      label: 'a "label", quoted',
      additionalInfo: { description: "two\nlines" },
      serialNumber: "SN1",
    });
    expect(devices.data[2]).toEqual(taken);
    const credentials = await tenant.admin.get(`/api/device/${devices.data[0]?.id.id}/credentials`);
    expect(credentials.json()).toMatchObject({ credentialsId: `token-${tenant.id}` });
  });

  const length = isLongRun() ? 10_000 : 2_000;

  test(`of ${length} rows with some bad ones creates all good ones`, async () => {
    const tenant = await app.tenant();
    const good = length - length / 1_000;
    const rows = Array.from({ length }, (_, index) => (index % 1_000 === 999 ? "," : `device ${index},bulk`));

    const report = expectOk(await importCsv(tenant, `name,type\n${rows.join("\n")}\n`)).json<ImportReport>();

    expect(report).toMatchObject({ rows: length, created: good, failed: length - good });
    expect(report.errors[0]).toMatchObject({ row: 1_000, name: null });
    expect((await list(tenant, "limit=1")).totalElements).toBe(good);
    expect((await list(tenant, "limit=-1")).data).toHaveLength(good);
  });

  test("two at once with the same names create each device once", async () => {
    const tenant = await app.tenant();
    const csv = `name\n${Array.from({ length: 700 }, (_, index) => `d${index}`).join("\n")}`;

    const reports = await Promise.all(
      [1, 2].map(async () => expectOk(await importCsv(tenant, csv)).json<ImportReport>()),
    );

    expect(reports.reduce((sum, { created }) => sum + created, 0)).toBe(700);
    expect((await list(tenant, "limit=1")).totalElements).toBe(700);
  });

  test.each([
    ["name,colour\na,b\n", "unknown columns colour"],
    ["type\na\n", '"name" among them'],
    ['name\n"unclosed\n', "cannot be read"],
    ["name,Name\na,b\n", "the column name is there twice"],
    ["name,,\na,b,c\n", "unknown columns"],
  ])("of %j is 400 and says why", async (csv, message) => {
    const response = await importCsv(home, csv);

    expect(response.json()).toMatchObject({ status: 400, errorCode: 31, message: expect.stringContaining(message) });
  });

  test("that is not UTF-8 is 400 and says so", async () => {
    const tenant = await app.tenant();

    const response = await importCsv(tenant, Buffer.from("name,label\npump,Zürich\n", "latin1"));
    const cut = await importCsv(tenant, Buffer.from("name\nZürich").subarray(0, 7));

    expect(response.json()).toMatchObject({ status: 400, errorCode: 31, message: expect.stringContaining("UTF-8") });
    expect(cut.status).toBe(400);
    expect((await list(tenant)).totalElements).toBe(0);
  });

  test("loses no cell: a row with more cells than the header has columns is refused, the others are not", async () => {
    const tenant = await app.tenant();

    const report = expectOk(await importCsv(tenant, "name,label\na,x,lost\nb,y\nc\n")).json<ImportReport>();

    expect(report).toMatchObject({ rows: 3, created: 2, failed: 1 });
    expect(report.errors).toMatchObject([{ row: 1, name: "a", message: "3 cells, but the header has only 2 columns" }]);
    expect(names(await list(tenant))).toEqual(["b", "c"]);
  });

  test("takes a stray quote for what it is", async () => {
    const tenant = await app.tenant();

    const report = expectOk(await importCsv(tenant, 'name,label\n5" pipe,x\nb,6" y\n"c",z\n')).json<ImportReport>();

    expect(report).toMatchObject({ rows: 3, created: 3, failed: 0 });
    expect((await list(tenant)).data).toMatchObject([{ name: '5" pipe' }, { name: "b", label: '6" y' }, { name: "c" }]);
  });

  test("[AUTH5] with tokens needs EDIT_DEVICE_CREDENTIALS, which an operator lacks; without, the operator may", async () => {
    const tenant = await app.tenant();
    const username = `operator ${randomUUID()}`;
    await app.user(tenant.admin, tenant.id, username, "OPERATOR");
    const operator = { id: tenant.id, admin: await app.login(username) };

    const refused = await importCsv(operator, "name,TOKEN\na,chosen-by-operator\n");
    const allowed = await importCsv(operator, "name\nb\n");

    expect(refused.json()).toMatchObject({
      status: 403,
      errorCode: 20,
      message: "This needs the permission EDIT_DEVICE_CREDENTIALS",
    });
    expect(allowed.json()).toMatchObject({ created: 1 });
    expect(names(await list(tenant))).toEqual(["b"]);
  });

  test("of nothing imports nothing; of JSON is 415", async () => {
    expect((await importCsv(home, "")).json()).toMatchObject({ rows: 0, created: 0 });
    expect((await importCsv(home, "{}", "application/json")).json()).toMatchObject({ status: 415, errorCode: 31 });
  });

  test("that breaks off after some devices were created says what became of it", async () => {
    const tenant = await app.tenant();
    const rows = Array.from({ length: 600 }, (_, index) => `device ${index}`).join("\n");

    const report = expectOk(await importCsv(tenant, `name\n${rows}\n"unclosed\n`)).json<ImportReport>();

    // How many rows were read ahead of the break is the reader's business; the report has to be true.
    expect(report.created).toBeGreaterThanOrEqual(500);
    expect(report).toMatchObject({ rows: report.created, failed: 1 });
    const message = expect.stringContaining("The import ended here");
    expect(report.errors).toMatchObject([{ row: report.created + 1, message }]);
    expect((await list(tenant, "limit=1")).totalElements).toBe(report.created);
  });

  test("beyond the limits is 413", async () => {
    await using small = await startApp({ HELIO_IMPORT_LIMIT: "2000", HELIO_IMPORT_ROWS: "3" });
    const tenant = await small.firstTenant();

    expect((await importCsv(tenant, "name\na\nb\nc\nd\n")).json()).toMatchObject({ status: 413, errorCode: 31 });
    expect((await importCsv(tenant, `name\n${"x\n".repeat(2_000)}`)).json()).toMatchObject({ status: 413 });
  });
});

test("[TBC2] scripts of this API family find devices, keys and points under the names they know", async () => {
  const tenant = await app.tenant();
  const one = await app.device(tenant, { name: "logger *", type: "alpha" });
  const other = await app.device(tenant, { name: "logger *2" });
  const get = async (path: string) => (await tenant.admin.get(path)).json<Record<string, never>>();
  const at = `/api/plugins/telemetry/DEVICE/${one.id.id}`;

  expect(await get("/api/tenant/devices?pageSize=1&page=1&sortProperty=name")).toMatchObject({
    ...{ data: [{ id: other.id }], totalPages: 2, totalElements: 2, hasNext: false },
  });
  expect(await get("/api/tenant/devices?deviceName=logger%20*")).toMatchObject({ id: one.id, name: "logger *" });
  expect((await tenant.admin.get("/api/tenant/devices?deviceName=nobody")).status).toBe(404);
  const info = { id: one.id, deviceProfileName: "alpha", active: false, customerTitle: null, customerIsPublic: false };
  expect(await get("/api/tenant/deviceInfos?pageSize=10&page=0&type=alpha")).toMatchObject({ data: [info] });
  expect(await get(`/api/deviceInfos/all?pageSize=10&page=0&deviceProfileId=${one.deviceProfileId.id}`)).toMatchObject({
    ...{ data: [info], totalElements: 1 },
  });
  expect(await get(`/api/device/info/${one.id.id}`)).toMatchObject(info);
  expectOk(await tenant.admin.post(`${at}/SERVER_SCOPE`, { room: "4" }));
  expectOk(await tenant.admin.post(`${at}/SHARED_SCOPE`, { limit: 9 }));
  expect([await get(`${at}/keys/attributes`), await get(`${at}/keys/attributes/SHARED_SCOPE`)]).toEqual([
    ["limit", "room"],
    ["limit"],
  ]);
  expectOk(await tenant.admin.post(`${at}/timeseries/ANY`, { ts: 5, values: { t: 1 } }));
  const history = `${at}/values/timeseries/history?keys=t&startTs=0&endTs=10`;
  expect(await get(history)).toEqual({ t: [{ ts: 5, value: "1" }] });
  expectOk(await tenant.admin.delete(`${at}/timeseries/delete?keys=t&deleteAllDataForKeys=true`));
  expect((await tenant.admin.get(`${at}/keys/timeseries`)).json()).toEqual([]);
  const call = await tenant.admin.post(`/api/plugins/rpc/twoway/${one.id.id}`, { method: "blink", persistent: true });
  expect(expectOk(call).json()).toEqual({ rpcId: expect.any(String) });
});
