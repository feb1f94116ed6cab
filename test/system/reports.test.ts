import { randomUUID } from "node:crypto";
import {
  type DashboardConfiguration,
  type DashboardRecord,
  emptyConfiguration,
  type ReportFileRecord,
  type ReportToSave,
  type ScheduleAction,
} from "@heliograph/contract";
import { readSheet } from "read-excel-file/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApp, type TestApp, type TestTenant, testPassword } from "../support/app.ts";
import { atLength } from "../support/at-length.ts";
import { hasChromium } from "../support/chromium.ts";
import { startMailServer, type TestMailServer } from "../support/mail-server.ts";
import { spawnNode } from "../support/node-process.ts";
import type { RestClient } from "../support/rest-client.ts";
import { tempFolder } from "../support/temp-folder.ts";

const day = Date.parse("2026-11-14T23:00:00Z"); // midnight in Berlin
const minute = 60_000;
const range = { kind: "BETWEEN", startTs: day, endTs: day + 86_400_000 } as const;

const reportOf = (content: object, fields: Partial<ReportToSave> = {}): ReportToSave => ({
  ...{ name: `report ${randomUUID()}`, format: "CSV", timeZone: "Europe/Berlin" },
  content: { kind: "TELEMETRY", range, ...content },
  ...fields,
});

const write = (client: RestClient, deviceId: string, points: readonly object[]) =>
  client.calls.telemetry.write({ deviceId, body: points });

const made = async (client: RestClient, reportFileId: string): Promise<ReportFileRecord> => {
  const read = () => client.calls.reports.file({ reportFileId });
  await expect.poll(async () => (await read()).state, { timeout: 60_000 }).not.toMatch(/QUEUED|RUNNING/);
  return read();
};

async function run(client: RestClient, body: ReportToSave): Promise<ReportFileRecord> {
  const { id } = await client.calls.reports.save({ body });
  return made(client, (await client.calls.reports.run({ reportId: id.id })).id.id);
}

const contentPath = ({ id }: ReportFileRecord) => `/api/reports/files/${id.id}/content`;

describe("Reports", () => {
  let mailbox: TestMailServer;
  let app: TestApp;
  let tenant: TestTenant;
  let deviceId: string;
  let projectId: string;

  beforeAll(async () => {
    mailbox = await startMailServer();
    app = await startApp({
      ...{ HELIO_SMTP_URL: `smtp://127.0.0.1:${mailbox.port}?security=none`, HELIO_PUBLIC_URL: "https://helio.test" },
      ...{ HELIO_MAIL_FROM: "Heliograph <noreply@example.org>", HELIO_REPORT_ROWS: "20", HELIO_REPORT_COLUMNS: "6" },
      HELIO_REPORT_MAIL_BYTES: "2000",
    });
    tenant = await app.tenant();
    projectId = (await tenant.admin.calls.projects.save({ body: { name: "north" } })).id.id;
    const device = await app.device(tenant, { name: "Pump 7", projectId: { id: projectId } });
    deviceId = device.id.id;
    const values = (n: number) => ({ temperature: 20 + n, state: n === 1 ? "=cmd()" : "on" });
    const points = [0, 1, 2, 3].map((n) => ({ ts: day + n * minute, values: values(n) }));
    await write(tenant.admin, deviceId, points);
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await mailbox[Symbol.asyncDispose]();
  });

  /** A user who may do this in one project. */
  const userIn = async (role: "OPERATOR" | "VIEWER", project: string) => {
    const username = `${randomUUID()}@example.org`;
    const grants = [{ role, projectId: { id: project } }];
    const user = await tenant.admin.calls.users.add({
      tenantId: tenant.id,
      body: { username, password: testPassword, grants },
    });
    return { username, id: user.id.id, client: await app.login(username) };
  };

  test("[SCH2] a report is saved, made, listed, downloaded as a whole and in part, and on record", async () => {
    const { admin } = tenant;
    const file = await run(admin, reportOf({ deviceIds: [deviceId], channels: ["temperature", "state"] }));

    expect(file).toMatchObject({ state: "DONE", rows: 4, devices: 1, failed: 0, trigger: "PERSON", error: null });
    expect(file.fileName).toBe(`${file.name} 2026-11-15.csv`);
    const whole = await admin.get(contentPath(file));
    expect(whole.headers["content-type"]).toBe("text/csv; charset=utf-8; header=present");
    expect(whole.text.split("\r\n")).toEqual([
      "\ufeffTime (Europe/Berlin),Device,temperature,state",
      "2026-11-15T00:00:00.000+01:00,Pump 7,20,on",
      "2026-11-15T00:01:00.000+01:00,Pump 7,21,'=cmd()",
      "2026-11-15T00:02:00.000+01:00,Pump 7,22,on",
      "2026-11-15T00:03:00.000+01:00,Pump 7,23,on",
      "",
    ]);
    const part = await admin.get(contentPath(file), { headers: { range: "bytes=3-6" } });
    expect([part.status, part.text, part.headers["content-range"]]).toEqual([206, "Time", `bytes 3-6/${file.size}`]);
    expect((await admin.calls.reports.files({ reportId: file.reportId?.id ?? "", limit: -1 })).data).toEqual([file]);

    await admin.calls.reports.remove({ reportId: file.reportId?.id ?? "" });
    expect(await admin.calls.reports.file({ reportFileId: file.id.id })).toMatchObject({
      reportId: null,
      state: "DONE",
    });
    await admin.calls.reports.removeFile({ reportFileId: file.id.id });
    expect((await admin.get(contentPath(file))).status).toBe(404);
    const entries = (
      await admin.calls.audit.byEntity({ entityType: "REPORT", entityId: file.reportId?.id ?? "", limit: -1 })
    ).data;
    expect(entries.map(({ actionType }) => actionType).toSorted()).toEqual(
      ["ADDED", "DELETED", "REPORT_DOWNLOADED", "REPORT_DOWNLOADED", "REPORT_MADE", "REPORT_RUN"].toSorted(),
    );
  });

  test("[SCH2] a workbook holds intervals with their functions, read by a foreign reader", async () => {
    const aggregation = { functions: ["AVG", "MAX", "COUNT"] as const, interval: "120000" };
    const content = { filter: { projectId }, channels: ["temperature"], aggregation };
    const file = await run(tenant.admin, reportOf(content, { format: "XLSX" }));

    const rows = await readSheet((await tenant.admin.get(contentPath(file))).bytes, 1);

    const values = ["temperature average", "temperature maximum", "temperature count"];
    expect(rows[0]).toEqual(["Time (Europe/Berlin)", "UTC offset", "Device", ...values]);
    expect(rows.slice(1)).toEqual([
      [new Date("2026-11-15T00:00:00Z"), "+01:00", "Pump 7", 20.5, 21, 2],
      [new Date("2026-11-15T00:02:00Z"), "+01:00", "Pump 7", 22.5, 23, 2],
    ]);
  });

  test("[SCH2] what a report may not hold, or names and is not there any more, is told in words", async () => {
    const { admin } = tenant;
    const gone = await app.device(tenant);
    const type = await admin.calls.deviceTypes.save({ body: { name: randomUUID() } });
    const ofType = await admin.calls.reports.save({ body: reportOf({ filter: { deviceProfileId: type.id.id } }) });
    await admin.calls.deviceTypes.remove({ deviceProfileId: type.id.id });
    await write(
      admin,
      gone.id.id,
      Array.from({ length: 21 }, (_, n) => ({ ts: day + n, values: { a: n } })),
    );

    const long = await run(admin, reportOf({ deviceIds: [gone.id.id] }));
    await write(admin, gone.id.id, [{ ts: day, values: { b: 1, c: 2, d: 3 } }]);
    const wide = await run(admin, reportOf({ deviceIds: [gone.id.id] }));
    const named = await admin.calls.reports.save({ body: reportOf({ deviceIds: [deviceId, gone.id.id] }) });
    await admin.calls.devices.remove({ deviceId: gone.id.id });
    const left = await made(admin, (await admin.calls.reports.run({ reportId: named.id.id })).id.id);

    expect(long).toMatchObject({ state: "FAILED", error: expect.stringContaining("more than 20 rows"), size: null });
    expect(wide).toMatchObject({ state: "FAILED", error: expect.stringContaining("more than 6 columns") });
    expect(left).toMatchObject({ state: "DONE", rows: 4, failed: 1 });
    expect((await admin.calls.jobs.get({ jobId: left.id.id })).failures).toMatchObject([{ id: gone.id.id }]);
    expect((await admin.post(`/api/report/${ofType.id.id}/run`)).status).toBe(404);
    const project = (await admin.calls.projects.save({ body: { name: randomUUID() } })).id.id;
    const group = (
      await admin.post("/api/deviceGroup", { name: randomUUID(), filter: { kind: "ALL", conditions: [] } })
    ).json<{ id: { id: string } }>().id.id;
    const ofPlaces = [
      await admin.calls.reports.save({ body: reportOf({ filter: { projectId: project } }) }),
      await admin.calls.reports.save({ body: reportOf({ filter: { group } }) }),
    ];
    for (const path of [`/api/project/${project}`, `/api/deviceGroup/${group}`])
      expect((await admin.delete(path)).status).toBe(200);
    for (const saved of ofPlaces) {
      expect((await admin.post(`/api/report/${saved.id.id}/run`)).status).toBe(404);
      expect(await admin.calls.reports.get({ reportId: saved.id.id })).toEqual(saved); // it can be mended
    }
    const refusals = [
      [reportOf({ all: true }, { timeZone: "Mars/Olympus" }), "REPORT_ZONE_UNKNOWN"],
      [reportOf({ all: true, range: { kind: "BETWEEN", startTs: 2, endTs: 1 } }), "REPORT_INVALID"],
      [reportOf({ all: true }, { mail: { addresses: ["a@b@c"] } }), "REQUEST_INVALID"],
      [reportOf({}), "CHOICE_UNCLEAR"],
    ] as const;
    for (const [body, code] of refusals) {
      const answer = await admin.post("/api/report", body);
      expect([answer.status, String(answer.headers["x-refusal"]).split("?")[0]]).toEqual([400, code]);
    }
    const { id, version, name } = named;
    const save = (fields: object) => admin.post("/api/report", { ...reportOf({ all: true }), ...fields });
    await admin.calls.reports.save({ body: { ...reportOf({ all: true }), id, version } });
    expect([(await save({ id, version })).status, (await save({ name: ofType.name })).status]).toEqual([409, 409]);
    expect(name).not.toBe(ofType.name);
  });

  test("[SCH2, PRJ1] a report holds what its maker sees, and is seen by who sees all of it", async () => {
    const { admin } = tenant;
    const south = (await admin.calls.projects.save({ body: { name: "south" } })).id.id;
    const other = await app.device(tenant, { name: "Fan", projectId: { id: south } });
    await write(admin, other.id.id, [{ ts: day, values: { temperature: 1 } }]);
    const [north, viewer] = [await userIn("OPERATOR", projectId), await userIn("VIEWER", south)];

    const everywhere = await run(admin, reportOf({ all: true, channels: ["temperature"] }));
    const own = await run(north.client, reportOf({ all: true, channels: ["temperature"] }));

    expect([everywhere.devices, own.devices]).toEqual([2, 1]);
    expect((await north.client.get(contentPath(own))).text).not.toContain("Fan");
    expect((await north.client.get(contentPath(everywhere))).status).toBe(404);
    expect((await viewer.client.calls.reports.files({ limit: -1 })).data).toEqual([]);
    expect((await viewer.client.post("/api/report", reportOf({ all: true }))).status).toBe(403);
    expect((await north.client.post(`/api/report/${everywhere.reportId?.id}/run`)).status).toBe(404);
    await admin.calls.users.endAssignment({ tenantId: tenant.id, userId: north.id });
    expect((await admin.get(contentPath(own))).status).toBe(200);
  });

  test("[PRJ1, RUL4, SCH1] a rule or a schedule makes no report of another project, nor tells that there is one", async () => {
    const { admin } = tenant;
    const south = (await admin.calls.projects.save({ body: { name: randomUUID() } })).id.id;
    const [north, other] = [await userIn("OPERATOR", projectId), await userIn("OPERATOR", south)];
    const device = await app.device(tenant, { projectId: { id: south } });
    const theirs = await other.client.calls.reports.save({ body: reportOf({ deviceIds: [device.id.id] }) });
    const own = await north.client.calls.reports.save({ body: reportOf({ deviceIds: [deviceId] }) });
    const rule = (reportId: string) => ({
      name: randomUUID(),
      definition: {
        scope: { kind: "DEVICE", deviceIds: [deviceId] },
        inputs: [{ kind: "TELEMETRY", name: "p", key: "pressure" }],
        steps: [{ severity: "MAJOR", when: { kind: "COMPARE", input: "p", comparison: "GREATER", value: 5 } }],
        actions: [{ kind: "REPORT", on: ["RAISED"], reportId }],
      },
    });
    const schedule = (reportId: string) => ({
      ...{ name: randomUUID(), enabled: false, timing: { kind: "DAILY", time: "02:30" }, timeZone: "UTC" },
      action: { kind: "REPORT", reportId },
    });
    const answers = async (path: string, body: (reportId: string) => object) => {
      const [unknown, found] = [randomUUID(), theirs.id.id];
      const [no, hidden] = [await north.client.post(path, body(unknown)), await north.client.post(path, body(found))];
      const message = ({ text }: { text: string }) => (JSON.parse(text) as { message: string }).message;
      expect(message(hidden).replaceAll(found, unknown)).toBe(message(no));
      return [no.status, hidden.status, (await north.client.post(path, body(own.id.id))).status];
    };

    expect(await answers("/api/rule", rule)).toEqual([400, 400, 201]);
    expect(await answers("/api/schedule", schedule)).toEqual([404, 404, 201]);
  });

  test("[SCH2] a report is sent by mail, attached or linked, and not to who may not see it", async () => {
    const south = (await tenant.admin.calls.projects.save({ body: { name: randomUUID() } })).id.id;
    const [seeing, blind] = [await userIn("VIEWER", projectId), await userIn("VIEWER", south)];
    const outside = `${randomUUID()}@example.org`;
    const mail = { userIds: [seeing.id, blind.id, randomUUID()], addresses: [outside] };
    const content = { deviceIds: [deviceId], channels: ["temperature"] };

    const small = await run(tenant.admin, reportOf(content, { mail }));
    const large = await run(tenant.admin, reportOf(content, { mail: { addresses: [outside] }, format: "XLSX" }));

    const sent = await mailbox.arrived(3);
    const about = ({ name }: ReportFileRecord) =>
      sent.filter(({ source }) => source.includes(`Subject: Report ${name}`));
    expect(
      about(small)
        .flatMap(({ to }) => to)
        .toSorted(),
    ).toEqual([outside, seeing.username].toSorted());
    const csv = Buffer.from("\ufeffTime (Europe/Berlin)").toString("base64").slice(0, 20);
    for (const { source } of about(small)) expect(source).toContain(csv);
    expect(about(large)[0]?.source).toContain("https://helio.test/reports");
    expect(about(large)[0]?.source).not.toContain("Content-Disposition: attachment");
    expect(small.failed).toBe(2);
    expect(sent).toHaveLength(3);
  });

  /** A dashboard of the device, with a title that is no markup. */
  const dashboardOf = async (widgets: DashboardConfiguration["widgets"]) => {
    const layout = Object.keys(widgets).map((widget, at) => ({ widget, x: 0, y: at * 10, w: 24, h: 10 }));
    const pages = [
      { id: "first", title: "First", layout },
      { id: "second", title: "Second", layout },
    ];
    const configuration = { ...emptyConfiguration(), widgets, pages };
    const body = { title: `<img src=x onerror=alert(1)> ${randomUUID()}`, projectId: { id: projectId }, configuration };
    return tenant.admin.calls.dashboards.save({ body });
  };

  test.skipIf(!hasChromium())("[SCH2] a dashboard is printed as PDF by the browser of the server", async () => {
    const { admin } = tenant;
    const devices = { kind: "DEVICES", deviceIds: [deviceId] };
    const chart = { kind: "TIME_SERIES", version: 1, options: { devices, channels: [{ key: "temperature" }] } };
    const table = { kind: "TABLE", version: 1, title: "Newest", options: { devices, channels: [{ key: "state" }] } };
    const [full, empty] = [await dashboardOf({ chart, table }), await dashboardOf({})];
    const south = (await admin.calls.projects.save({ body: { name: randomUUID() } })).id.id;
    const [north, elsewhere] = [await userIn("VIEWER", projectId), await userIn("VIEWER", south)];
    const reportOn = ({ id }: DashboardRecord, fields: object = {}) =>
      reportOf({}, { format: "PDF", content: { kind: "DASHBOARD", dashboardId: id.id, range, ...fields } });

    const paper = { size: "A4", orientation: "PORTRAIT" } as const;
    const file = await run(admin, reportOn(full, { paper }));
    const nothing = await run(admin, reportOn(empty));

    expect(file).toMatchObject({ state: "DONE", error: null, devices: 1, format: "PDF" });
    expect(file.fileName).toBe(`${file.name} 2026-11-15.pdf`);
    const content = await admin.get(contentPath(file));
    expect(content.headers["content-type"]).toBe("application/pdf");
    expect(content.bytes.subarray(0, 5).toString()).toBe("%PDF-");
    const seen = [north, elsewhere].map(async ({ client }) => (await client.get(contentPath(file))).status);
    expect(await Promise.all(seen)).toEqual([200, 404]);
    expect(nothing).toMatchObject({ state: "FAILED", error: expect.stringContaining("has no widgets") });
    expect((await admin.calls.dashboards.shares({ dashboardId: full.id.id })).length).toBe(0);
    const refusals = [
      [{ ...reportOn(full), format: "CSV" }, "REPORT_INVALID"],
      [reportOn(full, { variables: { pump: { kind: "TEXT", text: "x" } } }), "SHARE_INVALID"],
      [reportOn({ ...full, id: { ...full.id, id: randomUUID() } }), "DASHBOARD_NOT_FOUND"],
    ] as const;
    for (const [body, code] of refusals)
      expect(String((await admin.post("/api/report", body)).headers["x-refusal"]).split("?")[0]).toBe(code);
    await admin.calls.dashboards.remove({ dashboardId: full.id.id });
    expect((await admin.post(`/api/report/${file.reportId?.id}/run`)).status).toBe(404);
  });

  test("[SCH1, SCH2] a schedule makes a report in its own time zone, and writes values of devices", async () => {
    const { admin } = tenant;
    const report = await admin.calls.reports.save({
      body: reportOf({ deviceIds: [deviceId], range: { kind: "CURRENT", unit: "DAY" } }),
    });
    const timing = { kind: "DAILY", time: "02:30" } as const;
    const actions: ScheduleAction[] = [
      { kind: "REPORT", reportId: report.id.id },
      { kind: "PUBLISH_TELEMETRY", deviceIds: [deviceId], key: "shift", value: "night" },
      { kind: "PUBLISH_ATTRIBUTE", deviceIds: [deviceId], scope: "SERVER_SCOPE", key: "mode", value: 3 },
    ];
    for (const action of actions) {
      const body = { name: randomUUID(), enabled: true, timing, timeZone: "Asia/Kolkata", action };
      const { id, action: saved } = await admin.calls.schedules.save({ body });
      expect(saved).toEqual(action);
      await admin.calls.schedules.run({ scheduleId: id.id });
      const last = async () => (await admin.calls.schedules.runs({ scheduleId: id.id, limit: 1 })).data[0];
      await expect.poll(last, { timeout: 60_000 }).toMatchObject({ state: "DONE", changed: 1, failed: 0 });
    }

    const [file] = (await admin.calls.reports.files({ reportId: report.id.id, limit: 1 })).data;
    expect(file).toMatchObject({ trigger: "TIME", timeZone: "Asia/Kolkata", state: "DONE" });
    expect(new Date((file?.startTs ?? 0) + 5.5 * 3_600_000).toISOString()).toMatch(/T00:00:00.000Z$/);
    const latest = await admin.get(`/api/plugins/telemetry/DEVICE/${deviceId}/values/timeseries?keys=shift`);
    expect(latest.json()).toMatchObject({ shift: [{ value: "night" }] });
    const attributes = await admin.get(`/api/plugins/telemetry/DEVICE/${deviceId}/values/attributes/SERVER_SCOPE`);
    expect(attributes.json<{ key: string; value: unknown }[]>()).toContainEqual(
      expect.objectContaining({ key: "mode", value: 3 }),
    );
    await admin.calls.reports.remove({ reportId: report.id.id });
  });

  test("[RUL4, SCH2] a rule makes a report in the name of who saved it, once for what happened", async () => {
    const { admin } = tenant;
    const { id: report } = await admin.calls.reports.save({
      body: reportOf({ deviceIds: [deviceId], channels: ["pressure"] }),
    });
    const definition = {
      scope: { kind: "DEVICE", deviceIds: [deviceId] },
      inputs: [{ kind: "TELEMETRY", name: "p", key: "pressure" }],
      steps: [{ severity: "MAJOR", when: { kind: "COMPARE", input: "p", comparison: "GREATER", value: 5 } }],
      alarmType: "Pressure",
      actions: [{ kind: "REPORT", on: ["RAISED"], reportId: report.id }],
    };
    const rule = await admin.post("/api/rule", { name: randomUUID(), mode: "LIVE", definition });
    expect([rule.status, rule.text]).toEqual([201, expect.any(String)]);
    await write(admin, deviceId, [{ ts: Date.now(), values: { pressure: 9 } }]);

    const files = async () => (await admin.calls.reports.files({ reportId: report.id, limit: -1 })).data;
    await expect.poll(files, { timeout: 60_000 }).toMatchObject([{ trigger: "RULE", state: "DONE" }]);
  });
});

atLength(
  "[SCH2, REL1] SIGKILL while a report is made leaves one report, whole, and no second one",
  {
    timeout: 120_000,
  },
  async () => {
    await using folder = await tempFolder();
    const env = {
      ...{ HELIO_DATA_DIR: folder.path, HELIO_ADMIN_PASSWORD: testPassword, HELIO_LOG_LEVEL: "silent" },
      HELIO_WORK_LEASE: "1s",
    };
    const logIn = async (rest: RestClient) => {
      const answer = await rest.post("/api/auth/login", { username: "admin", password: testPassword });
      return rest.withToken(answer.json<{ token: string }>().token);
    };
    const points = 20_000;
    let reportFileId = "";
    {
      await using node = await (await spawnNode({ env })).ready();
      const admin = await logIn(node.rest);
      const { id } = await admin.calls.devices.save({ body: { name: "logger" } });
      for (let from = 0; from < points; from += 5_000)
        await write(
          admin,
          id.id,
          Array.from({ length: 5_000 }, (_, n) => ({ ts: day + from + n, values: { a: n } })),
        );
      const report = await admin.calls.reports.save({ body: reportOf({ deviceIds: [id.id] }, { format: "XLSX" }) });
      reportFileId = (await admin.calls.reports.run({ reportId: report.id.id })).id.id;
      await node.kill();
    }

    await using restarted = await startApp({ ...env, HELIO_BROWSER: `${folder.path}/none` });
    const admin = await logIn(restarted.rest);
    const file = await made(admin, reportFileId);
    expect(file).toMatchObject({ state: "DONE", rows: points });
    expect((await admin.calls.reports.files({ limit: -1 })).data).toHaveLength(1);
    expect((await admin.get(contentPath(file))).bytes.length).toBe(file.size);
    const printed = {
      ...reportOf({}),
      format: "PDF",
      content: { kind: "DASHBOARD", dashboardId: randomUUID(), range },
    };
    expect((await admin.post("/api/report", printed)).headers["x-refusal"]).toBe("REPORT_BROWSER_MISSING");
  },
);
