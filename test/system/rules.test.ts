import { randomUUID } from "node:crypto";
import type {
  AlarmInfoRecord,
  AuditRecord,
  CheckedRule,
  CommandRecord,
  DeviceRecord,
  ProjectRecord,
  RuleDefinition,
  RuleExplanation,
  RuleFile,
  RuleImportReport,
  RuleRunRecord,
  RuleTransitionRecord,
  RuleVersionRecord,
} from "@heliograph/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectOk, startApp, type TestApp, type TestTenant, testPassword } from "../support/app.ts";
import type { RestClient } from "../support/rest-client.ts";

let app: TestApp;
let home: TestTenant;

beforeAll(async () => {
  app = await startApp({ HELIO_RULE_VERSIONS: "3", HELIO_BACKTEST_POINTS: "1000" });
  home = await app.firstTenant();
});
afterAll(() => app[Symbol.asyncDispose]());

const above = (value: number) => ({ kind: "COMPARE", input: "t", comparison: "GREATER", value }) as const;

const tooHot = (device: DeviceRecord, changes: Partial<RuleDefinition> = {}): RuleDefinition => ({
  scope: { kind: "DEVICE", deviceIds: [device.id.id.toUpperCase()] },
  inputs: [{ kind: "TELEMETRY", name: "t", key: "temperature" }],
  steps: [{ severity: "MAJOR", when: above(80) }],
  alarmType: "Too hot",
  actions: [],
  ...changes,
});

const save = (body: object, by: RestClient = home.admin) =>
  by.post("/api/rule", { name: `rule ${randomUUID()}`, ...body });

const saved = async (body: object): Promise<CheckedRule> => expectOk(await save(body)).json<CheckedRule>();

const send = async ({ id }: DeviceRecord, temperature: number, ts = Date.now()): Promise<void> => {
  const path = `/api/plugins/telemetry/DEVICE/${id.id}/timeseries/ANY`;
  expectOk(await home.admin.post(path, { ts, values: { temperature } }));
  await app.platform.liveRules.settled();
};

const alarmsOf = async ({ id }: DeviceRecord): Promise<string[]> => {
  const { data } = (await home.admin.get(`/api/alarm/DEVICE/${id.id}`)).json<{ data: AlarmInfoRecord[] }>();
  return data.map(({ type, status }) => `${type} ${status}`);
};

const dataOf = async <T>(path: string, by: RestClient = home.admin): Promise<T[]> =>
  expectOk(await by.get(path)).json<{ data: T[] }>().data;

async function somebody(permissions: readonly string[], projectId: string): Promise<RestClient> {
  const role = { name: `role ${randomUUID()}`, permissions };
  const { id } = expectOk(await home.admin.post(`/api/tenants/${home.id}/roles`, role)).json<{ id: { id: string } }>();
  const username = `user-${randomUUID()}`;
  const grants = [{ roleId: { id: id.id }, projectId: { id: projectId } }];
  expectOk(await home.admin.post(`/api/tenants/${home.id}/users`, { username, password: testPassword, grants }));
  return app.login(username);
}

const project = async (): Promise<string> =>
  (await home.admin.post("/api/project", { name: randomUUID() })).json<ProjectRecord>().id.id;

describe("[RUL3] a rule in a node", () => {
  test("raises an alarm of what arrives and clears it; both are told, with the values", async () => {
    const device = await app.device(home);
    const { id } = await saved({ mode: "LIVE", definition: tooHot(device) });

    await send(device, 91.5);
    const raised = await alarmsOf(device);
    await send(device, 20);

    expect(raised).toEqual(["Too hot ACTIVE_UNACK"]);
    expect(await alarmsOf(device)).toEqual(["Too hot CLEARED_UNACK"]);
    const told = await dataOf<RuleTransitionRecord>(`/api/rule/${id.id}/transitions?deviceId=${device.id.id}`);
    expect(told).toMatchObject([
      { deviceId: device.id, from: "ACTIVE", to: "NORMAL", occasion: "CLEARED", values: { t: 20 } },
      { from: "NORMAL", to: "ACTIVE", cause: "MET", occasion: "RAISED", severity: "MAJOR", values: { t: 91.5 } },
    ]);
    expect(await dataOf(`/api/rule/${id.id}/transitions?limit=-1`)).toHaveLength(2);
  });

  test("hears of who clears its alarm, of a device that leaves its project, and of a device that is deleted", async () => {
    const projectId = await project();
    const device = await app.device(home, { projectId: { id: projectId } });
    const scope: RuleDefinition["scope"] = { kind: "PROJECT", projectIds: [projectId] };
    await saved({ mode: "LIVE", definition: tooHot(device, { scope }) });
    await send(device, 90);
    const [alarm] = await dataOf<AlarmInfoRecord>(`/api/alarm/DEVICE/${device.id.id}`);
    expectOk(await home.admin.post(`/api/alarm/${alarm?.id.id}/clear`));
    await app.platform.liveRules.settled();
    await send(device, 91);
    const again = await alarmsOf(device);

    const move = { projectId: null, deviceIds: [device.id.id] };
    expectOk(await home.admin.post(`/api/tenants/${home.id}/devices/move`, move));
    await app.platform.liveRules.settled();
    const moved = await alarmsOf(device);
    await send(device, 92);

    expect(again.sort()).toEqual(["Too hot ACTIVE_UNACK", "Too hot CLEARED_UNACK"]);
    expect(moved).toEqual(["Too hot CLEARED_UNACK", "Too hot CLEARED_UNACK"]);
    expect(await alarmsOf(device)).toEqual(moved);
    expectOk(await home.admin.delete(`/api/device/${device.id.id}`));
    await app.platform.liveRules.settled();
  });
});

describe("[RUL4] what a rule does beside its alarm", () => {
  const off = { kind: "COMMAND", on: ["RAISED"], type: "SCPI", text: "OUTP OFF" } as const;

  test("is done, once each, and what became of it stands at the transition", async () => {
    const [device, name] = [await app.device(home), `doing ${randomUUID()}`];
    const actions: RuleDefinition["actions"] = [
      { ...off, on: ["RAISED"] },
      { kind: "PUBLISH_ATTRIBUTE", on: ["RAISED"], scope: "SERVER_SCOPE", key: "peak", input: "t" },
      { kind: "PUBLISH_TELEMETRY", on: ["RAISED", "CLEARED"], key: "isHot", value: true },
    ];
    const { id } = await saved({ name, mode: "LIVE", definition: tooHot(device, { actions }) });
    const ts = Date.now();

    await send(device, 91.5, ts);
    const told = () => dataOf<RuleTransitionRecord>(`/api/rule/${id.id}/transitions`);
    await expect
      .poll(async () => (await told())[0]?.actions.map(({ status }) => status))
      .toEqual(["DONE", "DONE", "DONE"]);

    const [{ actions: done } = { actions: [] }] = await told();
    expect(done.map(({ kind, place, attempts, nextAttemptTime }) => [kind, place, attempts, nextAttemptTime])).toEqual([
      ["COMMAND", 0, 1, null],
      ["PUBLISH_ATTRIBUTE", 1, 1, null],
      ["PUBLISH_TELEMETRY", 2, 1, null],
    ]);
    const commands = await dataOf<CommandRecord>(`/api/devices/${device.id.id}/commands`);
    expect(commands).toMatchObject([{ type: "SCPI", createdBy: `rule ${name}`, parameters: { text: "OUTP OFF" } }]);
    const telemetry = `/api/plugins/telemetry/DEVICE/${device.id.id}/values`;
    const attributes = (await home.admin.get(`${telemetry}/attributes/SERVER_SCOPE?keys=peak`)).json();
    expect(attributes).toMatchObject([{ key: "peak", value: 91.5 }]);
    const points = (await home.admin.get(`${telemetry}/timeseries?keys=isHot`)).json();
    expect(points).toMatchObject({ isHot: [{ ts }] });
  });

  test("is no way around a permission", async () => {
    const projectId = await project();
    const device = await app.device(home, { projectId: { id: projectId } });
    const editor = await somebody(["VIEW_DEVICES", "VIEW_TELEMETRY", "VIEW_RULES", "EDIT_RULES"], projectId);
    const definition = tooHot(device, { actions: [{ ...off, on: ["RAISED"] }] });

    const refused = await save({ definition }, editor);
    const file = { format: "heliograph-rules-1", rules: [{ name: "imported", definition }] };
    const imported = await editor.post("/api/rules/import", file);
    const allowed = await save({ definition: tooHot(device) }, editor);

    expect([refused.status, imported.status, allowed.status]).toEqual([403, 403, 201]);
    expect(refused.json<{ message: string }>().message).toContain("SEND_COMMANDS");
  });

  test("is switched on by who may do it, and off by who may edit rules", async () => {
    const projectId = await project();
    const device = await app.device(home, { projectId: { id: projectId } });
    const permissions = ["VIEW_DEVICES", "VIEW_TELEMETRY", "VIEW_RULES", "EDIT_RULES"];
    const editor = await somebody(permissions, projectId);
    const acting = await saved({ definition: tooHot(device, { actions: [{ ...off, on: ["RAISED"] }] }) });
    const failed = { kind: "COMPARE", input: "t", comparison: "EQUAL", value: "FAILED" } as const;
    const looking = await saved({
      definition: tooHot(device, {
        inputs: [{ kind: "FILE", name: "t" }],
        steps: [{ severity: "MAJOR", when: failed }],
      }),
    });
    const telling = await saved({
      definition: tooHot(device, {
        actions: [{ kind: "NOTIFY", on: ["RAISED"], recipients: { projectIds: [await project()] } }],
      }),
    });
    const teller = await somebody([...permissions, "VIEW_ALARMS", "EDIT_NOTIFICATIONS"], projectId);
    const switched = async (by: RestClient, { id }: CheckedRule, mode: string, version: number) =>
      (await by.post(`/api/rule/${id.id}/mode`, { mode, version })).status;

    const found = [
      await switched(editor, acting, "LIVE", 1),
      await switched(editor, acting, "SHADOW", 1),
      await switched(home.admin, acting, "LIVE", 2),
      await switched(editor, acting, "OFF", 3),
      await switched(editor, looking, "SHADOW", 1),
      await switched(teller, telling, "LIVE", 1),
      await switched(home.admin, telling, "LIVE", 1),
    ];

    expect(found).toEqual([403, 200, 200, 200, 403, 400, 200]);
  });
});

describe("[RUL5] a table of limits", () => {
  const importLimits = (csv: string, query = "", by: RestClient = home.admin) =>
    by.post(`/api/rules/limits${query}`, csv, { headers: { "content-type": "text/csv" } });

  test("makes rules that work, all or none, and says beforehand what it would make", async () => {
    const device = await app.device(home);
    const row = (text: string, limit: string) => `temperature,${device.name},MAJOR,${limit},${text}\n`;
    const [text, header] = [randomUUID(), "Telemetry_Key,device,severity,limit,text\n"];
    const bad = await importLimits(header + row(text, "80") + row("Cold", "cold") + row("Cut", '1,2,3,"x"'));
    const dry = await importLimits(header + row(text, "80"), "?dryRun=true");
    const made = expectOk(await importLimits(header + row(text, "80"), "?mode=LIVE"));
    const again = await importLimits(header + row(text, "70"), "?mode=LIVE");
    await send(device, 81);

    const name = `${text} (${device.name})`;
    expect(bad.json()).toMatchObject({ rows: 3, created: [], problems: [{ row: 2 }, { row: 3 }] });
    expect(dry.json()).toEqual({ rows: 1, created: [name], skipped: [], problems: [] });
    expect(made.json()).toEqual(dry.json());
    expect(again.json()).toEqual({ rows: 1, created: [], skipped: [name], problems: [] });
    expect(await alarmsOf(device)).toEqual([`${text} ACTIVE_UNACK`]);
  });

  test("may be separated by semicolons, with decimal commas, as spreadsheets write it in German", async () => {
    const device = await app.device(home);
    const text = randomUUID();
    const table = `telemetry_key;device;limit;dead_band;text\r\ntemperature;${device.name};>= 80,5;0,5;${text}\r\n`;

    const made = expectOk(await importLimits(table));

    const name = `${text} (${device.name})`;
    expect(made.json()).toMatchObject({ created: [name], problems: [] });
    const [rule] = await dataOf<CheckedRule>(`/api/rules?textSearch=${encodeURIComponent(name)}`);
    expect(rule?.definition.steps[0]?.when).toMatchObject({
      comparison: "GREATER_OR_EQUAL",
      value: 80.5,
      deadBand: 0.5,
    });
  });

  test("knows nothing of devices out of reach, and refuses a file without what is needed", async () => {
    const device = await app.device(home);
    const editor = await somebody(["VIEW_DEVICES", "VIEW_TELEMETRY", "VIEW_RULES", "EDIT_RULES"], await project());
    const table = (name: string) => `telemetry_key,device,limit\nt,${name},1\n`;

    const hidden = await importLimits(table(device.name), "", editor);
    const refused = [
      await importLimits("a,b\n1,2\n"),
      await importLimits("telemetry_key,device\n"),
      await importLimits(""),
    ];

    expect(hidden.json()).toMatchObject({
      problems: [{ row: 1, message: `device: no device ${device.name}`, code: "ROW_NO_DEVICE" }],
    });
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400]);
  });
});

describe("[RUL1] what a rule looks at beside points", () => {
  const equals = (input: string, value: string | boolean) =>
    ({ kind: "COMPARE", input, comparison: "EQUAL", value }) as const;
  const mode = { kind: "ATTRIBUTE", name: "mode", scope: "SERVER_SCOPE", key: "mode", type: "TEXT" } as const;
  const set = async ({ id }: DeviceRecord, values: object): Promise<void> => {
    expectOk(await home.admin.post(`/api/plugins/telemetry/DEVICE/${id.id}/attributes/SERVER_SCOPE`, values));
    await app.platform.liveRules.settled();
  };
  const stepOf = (when: RuleDefinition["steps"][number]["when"]) => [{ severity: "MINOR" as const, when }];
  const openOf = async (device: DeviceRecord) =>
    (await alarmsOf(device))
      .flatMap((line) => (line.endsWith("ACTIVE_UNACK") ? [line.replace(/ ACTIVE_UNACK$/, "")] : []))
      .sort();

  test("is an attribute, the alarm of another rule, a command; a backtest says what has no history", async () => {
    const device = await app.device(home);
    const [manual, led] = [`Manual ${randomUUID()}`, `Led ${randomUUID()}`];
    const byMode = tooHot(device, { inputs: [mode], steps: stepOf(equals("mode", "manual")), alarmType: manual });
    const alarm = { kind: "ALARM", name: "manual", alarmType: manual } as const;
    const byAlarm = tooHot(device, { inputs: [alarm], steps: stepOf(equals("manual", true)), alarmType: led });
    const command: RuleDefinition["inputs"][number] = { kind: "COMMAND", name: "c", events: ["QUEUED", "CANCELLED"] };
    const byCommand = tooHot(device, { inputs: [command], steps: stepOf(equals("c", "QUEUED")), alarmType: "Queued" });
    await set(device, { mode: "manual" });
    const { id } = await saved({ mode: "LIVE", definition: byMode });
    await saved({ mode: "LIVE", definition: byAlarm });
    await saved({ mode: "LIVE", definition: byCommand });
    await app.platform.liveRules.settled();
    const begun = await openOf(device); // what was so already counts
    const commands = `/api/devices/${device.id.id}/commands`;
    const queued = expectOk(await home.admin.post(commands, { type: "SCRIPT", text: "x" })).json<CommandRecord>();
    await app.platform.liveRules.settled();
    const waiting = await openOf(device);
    expectOk(await home.admin.delete(`${commands}/${queued.id.id}`));
    await set(device, { mode: "auto" });

    expect([begun, waiting, await openOf(device)]).toEqual([[led, manual], [led, manual, "Queued"].sort(), []]);
    const why = (await home.admin.get(`/api/rule/${id.id}/device/${device.id.id}`)).json<RuleExplanation>();
    expect(why.reason).toBe('steps.0.when is not met (mode is "auto")');
    const ring = await save({ definition: { ...byMode, inputs: [mode, { ...alarm, name: "led", alarmType: led }] } });
    expect(ring.json<{ message: string }>().message).toContain("rules trigger each other");
    const inputs = [mode, alarm, { kind: "ACTIVITY", name: "active" }];
    const body = { deviceIds: [device.id.id], startTs: Date.now() - 60_000, endTs: Date.now() + 1_000 };
    const tried = await home.admin.post("/api/rules/backtest", { ...body, definition: { ...byAlarm, inputs } });
    expect(tried.json()).toMatchObject({
      results: [{ count: 1 }],
      notes: [
        "mode: attributes have no history; its present value was taken throughout",
        "active: activity has no history; it was unknown throughout",
      ],
    });
  });

  test("is seen by who may see it: no rule and no backtest is a way around that", async () => {
    const projectId = await project();
    const device = await app.device(home, { projectId: { id: projectId } });
    const blind = await somebody(["VIEW_DEVICES", "VIEW_TELEMETRY", "VIEW_RULES", "EDIT_RULES"], projectId);
    const definition = tooHot(device, {
      inputs: [{ kind: "FILE", name: "file" }],
      steps: stepOf(equals("file", "FAILED")),
    });
    const body = { definition, deviceIds: [device.id.id], startTs: 0, endTs: 1 };

    const refused = [await save({ definition }, blind), await blind.post("/api/rules/backtest", body)];

    expect(refused.map(({ status }) => status)).toEqual([403, 403]);
    expectOk(await home.admin.post("/api/rules/backtest", body));
  });

  test("may be of a group: who joins is looked at, who leaves has no alarm any more, and the group can be deleted", async () => {
    const [device, other] = [await app.device(home), await app.device(home)];
    const pool = randomUUID();
    const filter = {
      kind: "ALL",
      conditions: [{ kind: "ATTRIBUTE", scope: "SERVER_SCOPE", key: "pool", comparison: "EQUAL", value: pool }],
    };
    const made = expectOk(await home.admin.post("/api/deviceGroup", { name: pool, filter }));
    const groupId = made.json<{ id: { id: string } }>().id.id;
    const scope = { kind: "DEVICE_GROUP", deviceGroupId: groupId.toUpperCase() } as const;
    const definition = tooHot(device, {
      scope,
      inputs: [mode],
      steps: stepOf(equals("mode", "manual")),
      alarmType: pool,
    });
    const { id, problems } = await saved({ mode: "LIVE", definition });
    await set(device, { mode: "manual", pool });
    await set(other, { mode: "manual", pool });
    const patience = { timeout: 30_000, interval: 250 }; // who belongs to a group is looked at again now and then only
    await expect.poll(() => openOf(device), patience).toEqual([pool]);
    await expect.poll(() => openOf(other), patience).toEqual([pool]);
    const ofDevice = await dataOf<CheckedRule>(`/api/rules?deviceId=${device.id.id}`);
    const missing = await save({ definition: tooHot(device, { scope: { ...scope, deviceGroupId: randomUUID() } }) });
    await set(device, { pool: "another" });
    await expect.poll(() => openOf(device), patience).toEqual([]);
    const stayed = await openOf(other);
    expectOk(await home.admin.delete(`/api/deviceGroup/${groupId}`));
    await expect.poll(() => openOf(other), patience).toEqual([]);

    expect([problems, ofDevice.map((rule) => rule.id.id), stayed]).toEqual([[], [id.id], [pool]]);
    expect([missing.status, missing.json<{ message: string }>().message]).toEqual([
      404,
      expect.stringMatching(/^definition\.scope\.deviceGroupId: No device group /),
    ]);
    const rule = (await home.admin.get(`/api/rule/${id.id}`)).json<CheckedRule>();
    expect(rule.problems).toMatchObject([{ path: "scope.deviceGroupId", message: `No device group ${groupId}` }]);
  }, 100_000);
});

describe("[RUL1] what a rule names", () => {
  test("may be a user who is deleted: the rule says so, goes on, and can be switched", async () => {
    const device = await app.device(home);
    const user = {
      username: `user-${randomUUID()}`,
      password: testPassword,
      grants: [{ role: "OPERATOR", projectId: null }],
    };
    const made = expectOk(await home.admin.post(`/api/tenants/${home.id}/users`, user));
    const userId = made.json<{ id: { id: string } }>().id.id;
    const actions: RuleDefinition["actions"] = [
      { kind: "NOTIFY", on: ["RAISED"], recipients: { userIds: [userId], roles: ["OPERATOR"] } },
    ];
    const { id, version } = await saved({ mode: "SHADOW", definition: tooHot(device, { actions }) });
    expectOk(await home.admin.delete(`/api/tenants/${home.id}/users/${userId}`));
    const live = await home.admin.post(`/api/rule/${id.id}/mode`, { mode: "LIVE", version });
    await send(device, 90);

    expect(expectOk(live).json<CheckedRule>().problems).toMatchObject([{ path: "actions.0.recipients.userIds.0" }]);
    expect(await alarmsOf(device)).toEqual(["Too hot ACTIVE_UNACK"]);
  });

  test("may be a key whose values become another kind: what is unknown neither raises nor clears", async () => {
    const device = await app.device(home);
    await saved({ mode: "LIVE", definition: tooHot(device) });
    const path = `/api/plugins/telemetry/DEVICE/${device.id.id}/timeseries/ANY`;
    const now = Date.now();
    await send(device, 90, now);
    for (const [at, temperature] of ["20", true, { t: 20 }].entries()) {
      expectOk(await home.admin.post(path, { ts: now + at + 1, values: { temperature } }));
    }
    await app.platform.liveRules.settled();
    const unknown = await alarmsOf(device);
    await send(device, 20, now + 10);

    expect([unknown, await alarmsOf(device)]).toEqual([["Too hot ACTIVE_UNACK"], ["Too hot CLEARED_UNACK"]]);
  });

  test("may be deleted, while it is active, too: the rule stays, says so, and goes on for what is left", async () => {
    const [gone, left] = [await app.device(home), await app.device(home)];
    const scope: RuleDefinition["scope"] = { kind: "DEVICE", deviceIds: [gone.id.id, left.id.id] };
    const actions: RuleDefinition["actions"] = [
      { kind: "COMMAND", on: ["RAISED"], type: "RPC", method: "slower", params: { percent: 50 } },
    ];
    const { id } = await saved({ mode: "LIVE", definition: tooHot(gone, { scope, actions }) });
    await send(gone, 90);

    expectOk(await home.admin.delete(`/api/device/${gone.id.id}`));
    await app.platform.liveRules.settled();
    await send(left, 90);

    const rule = (await home.admin.get(`/api/rule/${id.id}`)).json<CheckedRule>();
    expect(rule.problems).toEqual([
      {
        ...{ path: "scope.deviceIds.0", message: `No device ${gone.id.id}` },
        ...{ code: "NO_DEVICE", params: { id: gone.id.id } },
      },
    ]);
    expect(await alarmsOf(left)).toEqual(["Too hot ACTIVE_UNACK"]);
    const told = await dataOf<RuleTransitionRecord>(`/api/rule/${id.id}/transitions`);
    expect(told.map(({ deviceId }) => deviceId)).toEqual([left.id]);
  });

  test("may be a text where a number is expected, or never come: nothing happens, and the rule says why", async () => {
    const device = await app.device(home);
    const expression = { kind: "EXPRESSION", expression: "t / (t - t) > 1.0" } as const;
    const dividing = await saved({
      mode: "LIVE",
      definition: tooHot(device, { steps: [{ severity: "MAJOR", when: expression }] }),
    });
    const waiting = await saved({
      mode: "LIVE",
      definition: tooHot(device, { inputs: [{ kind: "TELEMETRY", name: "t", key: "never" }] }),
    });
    const path = `/api/plugins/telemetry/DEVICE/${device.id.id}/timeseries/ANY`;
    expectOk(await home.admin.post(path, { ts: Date.now(), values: { temperature: "hot" } }));
    await send(device, 90);

    const why = async ({ id }: CheckedRule) =>
      (await home.admin.get(`/api/rule/${id.id}/device/${device.id.id}`)).json<RuleExplanation>();
    expect(await why(dividing)).toMatchObject({
      phase: "NORMAL",
      conditions: [{ answer: "UNKNOWN" }],
      values: { t: 90 },
    });
    expect(await why(waiting)).toMatchObject({
      phase: "NORMAL",
      conditions: [{ answer: "UNKNOWN" }],
      values: { t: null },
    });
    expect(await alarmsOf(device)).toEqual([]);
  });
});

describe("[RUL1, RUL5] rules over REST", () => {
  test("are made, changed by version, switched and deleted; each is a version and on record, and alarms go with them", async () => {
    const device = await app.device(home);
    const first = await saved({ name: "Bearing", description: "by hand", definition: tooHot(device) });
    const body = {
      id: first.id,
      version: 1,
      name: "Bearing",
      definition: tooHot(device, { steps: [{ severity: "MINOR", when: above(70) }] }),
    };
    const second = expectOk(await save(body)).json<CheckedRule>();
    const stale = await save(body);
    const live = expectOk(await home.admin.post(`/api/rule/${first.id.id}/mode`, { mode: "LIVE", version: 2 }));
    await send(device, 75);
    const raised = await alarmsOf(device);
    expectOk(await home.admin.post(`/api/rule/${first.id.id}/mode`, { mode: "OFF", version: 3 }));
    await app.platform.liveRules.settled();

    expect(first).toMatchObject({ mode: "OFF", version: 1, problems: [], description: "by hand" });
    expect(first.definition.scope).toEqual({ kind: "DEVICE", deviceIds: [device.id.id] });
    expect(second).toMatchObject({ version: 2, mode: "OFF", description: null });
    expect([stale.status, stale.json<{ message: string }>().message]).toEqual([
      409,
      "Somebody saved Bearing meanwhile; it is at version 2 now. Load it again and repeat the change",
    ]);
    expect(live.json()).toMatchObject({ mode: "LIVE", version: 3 });
    expect(raised).toEqual(["Too hot ACTIVE_UNACK"]);
    expect(await alarmsOf(device)).toEqual(["Too hot CLEARED_UNACK"]);
    const versions = await dataOf<RuleVersionRecord>(`/api/rule/${first.id.id}/versions`);
    expect(versions.map(({ version, mode }) => `${version} ${mode}`)).toEqual(["4 OFF", "3 LIVE", "2 OFF"]); // 3 are kept
    expect(new Set(versions.map(({ savedBy }) => savedBy))).toEqual(new Set(["admin"]));

    expectOk(await home.admin.delete(`/api/rule/${first.id.id}`));
    expect((await home.admin.get(`/api/rule/${first.id.id}`)).status).toBe(404);
    expect((await save({ name: "bearing", definition: tooHot(device) })).status).toBe(201);
    const entries = await dataOf<AuditRecord>(`/api/audit/logs/entity/RULE/${first.id.id}?sortOrder=ASC`);
    expect(entries.map(({ actionType, actionStatus }) => `${actionType} ${actionStatus}`)).toEqual([
      "ADDED SUCCESS",
      "UPDATED SUCCESS",
      "UPDATED FAILURE",
      "UPDATED SUCCESS",
      "UPDATED SUCCESS",
      "DELETED SUCCESS",
    ]);
  });

  test("are found by name, mode and device", async () => {
    const [device, other] = [await app.device(home), await app.device(home)];
    const name = `Found ${randomUUID()}`;
    await saved({ name, mode: "SHADOW", definition: tooHot(device) });
    const found = async (query: string) => (await dataOf<CheckedRule>(`/api/rules?${query}`)).map((rule) => rule.name);

    expect(await found(`textSearch=${encodeURIComponent(name.toUpperCase())}`)).toEqual([name]);
    expect(await found(`deviceId=${device.id.id}&mode=SHADOW`)).toEqual([name]);
    expect(await found(`deviceId=${device.id.id}&mode=LIVE`)).toEqual([]);
    expect(await found(`deviceId=${other.id.id}&limit=-1`)).toEqual([]);
  });

  test.each<[string, (device: DeviceRecord) => object, RegExp]>([
    ["an unknown field", (device) => ({ ...tooHot(device), colour: "red" }), /^definition must not have colour$/],
    [
      "a wrong kind",
      (device) => tooHot(device, { inputs: [{ kind: "MOON" }] as never }),
      /^definition\.inputs\.0\.kind must be one of TELEMETRY/,
    ],
    [
      "an input that is not there",
      (device) => tooHot(device, { steps: [{ severity: "MAJOR", when: { ...above(1), input: "x" } }] }),
      /^definition\.steps\.0\.when: there is no input "x"$/,
    ],
    [
      "an expression that makes no sense",
      (device) => tooHot(device, { steps: [{ severity: "MAJOR", when: { kind: "EXPRESSION", expression: "t +" } }] }),
      /^definition\.steps\.0\.when\.expression: /,
    ],
    [
      "a rule that looks at its own alarm",
      (device) =>
        tooHot(device, {
          inputs: [
            { kind: "TELEMETRY", name: "t", key: "t" },
            { kind: "ALARM", name: "own", alarmType: "Too hot" },
          ],
        }),
      /^definition\.inputs: rules trigger each other: this rule → this rule$/,
    ],
    [
      "several things",
      (device) => tooHot(device, { steps: [], latch: true, clear: {} }),
      /^definition\.steps: .* \(and 1 more; \/api\/rules\/check tells all\)$/,
    ],
  ])("with %s is 400 and names the place", async (_, definition, message) => {
    const response = await save({ definition: definition(await app.device(home)) });

    expect([response.status, response.json<{ message: string }>().message]).toEqual([
      400,
      expect.stringMatching(message),
    ]);
  });

  test("that name what is not there are 404 and name the place", async () => {
    const device = await app.device(home);
    const scope: RuleDefinition["scope"] = { kind: "DEVICE", deviceIds: [device.id.id, randomUUID()] };
    const response = await save({ definition: tooHot(device, { scope }) });

    expect([response.status, response.json<{ message: string }>().message]).toEqual([
      404,
      expect.stringMatching(/^definition\.scope\.deviceIds\.1: No device /),
    ]);
  });

  test("are checked without being saved, all problems at once", async () => {
    const device = await app.device(home);
    const check = async (definition: object) =>
      (await home.admin.post("/api/rules/check", { definition })).json<{ problems: { path: string }[] }>().problems;

    expect(await check(tooHot(device))).toEqual([]);
    const wrong = tooHot(device, { steps: [], scope: { kind: "DEVICE_TYPE", deviceTypeIds: [randomUUID()] } });
    expect((await check(wrong)).map(({ path }) => path)).toEqual(["steps", "scope.deviceTypeIds.0"]);
  });

  test("go from one tenant to another as a file, switched off, all or none", async () => {
    const type = (await app.device(home)).deviceProfileId.id;
    const scope: RuleDefinition["scope"] = { kind: "DEVICE_TYPE", deviceTypeIds: [type] };
    const device = await app.device(home);
    const name = `Exported ${randomUUID()}`;
    await saved({ name, mode: "SHADOW", definition: tooHot(device, { scope }) });
    const file = (await home.admin.get("/api/rules/export")).json<{ rules: { name: string; definition: object }[] }>();
    const rule = file.rules.find((one) => one.name === name);
    const bring = (...rules: object[]) => home.admin.post("/api/rules/import", { format: "heliograph-rules-1", rules });

    const copy = { ...rule, name: `${name} copy` };
    const broken = { ...rule, name: `${name} broken`, definition: { ...rule?.definition, steps: [] } };
    const refused = await bring(copy, broken);
    const brought = await bring(copy, { ...rule, name: name.toUpperCase() });

    expect([refused.status, refused.json<{ message: string }>().message]).toEqual([
      400,
      expect.stringMatching(/^rules\.1\.definition\.steps: /),
    ]);
    expect(brought.json()).toEqual({ created: [`${name} copy`], skipped: [name.toUpperCase()], problems: [] });
    const [found] = await dataOf<CheckedRule>(`/api/rules?textSearch=${encodeURIComponent(`${name} copy`)}`);
    expect(found).toMatchObject({ mode: "OFF", version: 1, definition: { scope } });
  });

  test("find in another tenant what has the names that the file tells, and say of each rule what is not there", async () => {
    const there = await app.tenant();
    const called = (what: string) => `${what} ${randomUUID()}`;
    const [type, deviceName, projectName, hook] = [called("type"), called("device"), called("project"), called("hook")];
    const made = async (at: TestTenant) => {
      const post = async (path: string, body: object) =>
        expectOk(await at.admin.post(path, body)).json<{ id: { id: string } }>().id.id;
      const device = await app.device(at, { name: deviceName, type });
      const projectId = await post("/api/project", { name: projectName });
      const webhook = { name: hook, url: "https://hooks.example.org/x", projectId: null, template: "JSON" };
      return { device, projectId, webhookId: await post("/api/notification/webhook", webhook) };
    };
    const [here, theirs] = [await made(home), await made(there)];
    const [byDevice, byProject] = [called("by device"), called("by project")];
    await saved({
      name: byDevice,
      definition: tooHot(here.device, {
        actions: [{ kind: "WEBHOOK", on: ["RAISED"], webhookId: here.webhookId }],
      }),
    });
    await saved({
      name: byProject,
      definition: tooHot(here.device, {
        scope: { kind: "PROJECT", projectIds: [here.projectId], deviceTypeIds: [here.device.deviceProfileId.id] },
      }),
    });
    const exported = (await home.admin.get("/api/rules/export")).json<RuleFile>();
    const file = { ...exported, rules: exported.rules.filter(({ name }) => [byDevice, byProject].includes(name)) };
    const bring = (query = "") => there.admin.post(`/api/rules/import${query}`, file);

    expectOk(await there.admin.delete(`/api/notification/webhook/${theirs.webhookId}`));
    const below = { name: projectName, parentId: { id: theirs.projectId } };
    const { id: twin } = expectOk(await there.admin.post("/api/project", below)).json<ProjectRecord>();
    const refused = expectOk(await bring()).json<RuleImportReport>();
    expectOk(await there.admin.delete(`/api/project/${twin.id}`));
    const webhook = { name: hook, url: "https://hooks.example.org/x", projectId: null, template: "JSON" };
    const again = expectOk(await there.admin.post("/api/notification/webhook", webhook)).json<{ id: { id: string } }>();
    const tried = expectOk(await bring("?dryRun=true")).json<RuleImportReport>();
    const brought = expectOk(await bring()).json<RuleImportReport>();

    expect(refused).toMatchObject({
      created: [],
      problems: expect.arrayContaining([
        expect.objectContaining({
          ...{ rule: byDevice, path: "actions.0.webhookId", code: "NOT_HERE_WEBHOOK" },
          message: `There is no webhook "${hook}" here`,
        }),
        expect.objectContaining({ rule: byProject, path: "scope.projectIds.0", code: "SEVERAL_HERE_PROJECT" }),
      ]),
    });
    expect(refused.problems).toHaveLength(2);
    expect([tried, brought].map(({ created, problems }) => [created.toSorted(), problems])).toEqual([
      [[byDevice, byProject], []],
      [[byDevice, byProject], []],
    ]);
    const found = await dataOf<CheckedRule>("/api/rules", there.admin);
    expect(found.map(({ name, mode, definition: { scope, actions } }) => ({ name, mode, scope, actions }))).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          ...{ name: byDevice, mode: "OFF", scope: { kind: "DEVICE", deviceIds: [theirs.device.id.id] } },
          actions: [{ kind: "WEBHOOK", on: ["RAISED"], webhookId: again.id.id }],
        }),
        expect.objectContaining({
          name: byProject,
          scope: {
            ...{ kind: "PROJECT", projectIds: [theirs.projectId] },
            deviceTypeIds: [theirs.device.deviceProfileId.id],
          },
        }),
      ]),
    );
  });

  test("say what they name and is gone: devices, projects and types can be deleted, the rule is for what is left", async () => {
    const projectId = await project();
    const [device, other] = [await app.device(home), await app.device(home, { type: `type ${randomUUID()}` })];
    const scope: RuleDefinition["scope"] = { kind: "DEVICE", deviceIds: [device.id.id, other.id.id] };
    const byDevice = await saved({ mode: "LIVE", definition: tooHot(device, { scope }) });
    const typeId = other.deviceProfileId.id;
    const inProject: RuleDefinition["scope"] = { kind: "PROJECT", projectIds: [projectId], deviceTypeIds: [typeId] };
    const byProject = await saved({ mode: "LIVE", definition: tooHot(device, { scope: inProject }) });

    expectOk(await home.admin.delete(`/api/device/${other.id.id}`));
    expectOk(await home.admin.delete(`/api/deviceProfile/${typeId}`));
    expectOk(await home.admin.delete(`/api/project/${projectId}`));
    await send(device, 90);

    const problems = async ({ id }: CheckedRule) =>
      (await home.admin.get(`/api/rule/${id.id}`)).json<CheckedRule>().problems.map(({ path }) => path);
    expect(await problems(byDevice)).toEqual(["scope.deviceIds.1"]);
    expect(await problems(byProject)).toEqual(["scope.projectIds.0", "scope.deviceTypeIds.0"]);
    expect(await alarmsOf(device)).toEqual(["Too hot ACTIVE_UNACK"]);
  });
});

describe("[PRJ1] rules in projects", () => {
  const writes = (device: DeviceRecord, from: string, to: string): RuleDefinition => ({
    ...tooHot(device, { inputs: [{ kind: "TELEMETRY", name: "t", key: from }] }),
    actions: [{ kind: "PUBLISH_TELEMETRY", on: ["RAISED"], key: to, value: 1 }],
  });

  test("that trigger each other are refused, and named to who sees them", async () => {
    const [mine, theirs, from, to] = [await project(), await project(), randomUUID(), randomUUID()];
    const me = await somebody(["VIEW_DEVICES", "VIEW_TELEMETRY", "VIEW_RULES", "EDIT_RULES", "EDIT_TELEMETRY"], mine);
    const own = await app.device(home, { projectId: { id: mine } });
    const foreign = await app.device(home, { projectId: { id: theirs } });
    const { name } = await saved({ definition: writes(foreign, from, to) });
    const back = { definition: writes(own, to, from) };
    const file = { format: "heliograph-rules-1", rules: [{ name: randomUUID(), ...back }] };

    const [checked, refused, imported, told] = [
      await me.post("/api/rules/check", back),
      await save(back, me),
      await me.post("/api/rules/import", file),
      await home.admin.post("/api/rules/check", back),
    ];

    expect(checked.json()).toMatchObject({ problems: [{ code: "RULES_IN_A_CIRCLE" }] });
    expect([refused.status, imported.status]).toEqual([400, 400]);
    for (const { text } of [checked, refused, imported]) expect(text).not.toContain(name);
    expect(told.text).toContain(name);
  });

  test("that trigger each other through a calculated channel are refused, whichever of the two is saved last", async () => {
    const { admin } = home;
    const device = await app.device(home);
    const [from, to, other] = [randomUUID(), randomUUID(), randomUUID()];
    const calculated = (key: string, input: string) => ({
      definition: {
        ...{ scope: { kind: "DEVICE", deviceId: device.id.id }, key, expression: "x + 1.0" },
        inputs: [{ kind: "CHANNEL", name: "x", key: input }],
      },
    });
    expectOk(await admin.post("/api/calculatedChannel", calculated(to, from)));
    const { name } = await saved({ definition: writes(device, other, from) });

    const rule = await save({ definition: writes(device, to, from) });
    const channel = await admin.post("/api/calculatedChannel", calculated(other, to));
    const checked = await admin.post("/api/calculatedChannels/check", calculated(other, to));

    expect([rule.status, channel.status]).toEqual([400, 400]);
    expect(rule.text).toContain(`this rule → ${to} → this rule`);
    expect(channel.text).toContain(`${other} → ${name} → ${to} → ${other}`);
    expect(checked.json()).toMatchObject({ problems: [{ code: "RULES_IN_A_CIRCLE" }] });
  });

  test("that are saved at the same moment do not trigger each other either", async () => {
    const device = await app.device(home);
    const [one, other] = [randomUUID(), randomUUID()];

    const answers = await Promise.all([
      save({ definition: writes(device, one, other) }),
      save({ definition: writes(device, other, one) }),
    ]);

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
  });

  test("are seen and changed by who reaches what they are for, and told to nobody else", async () => {
    const [mine, theirs] = [await project(), await project()];
    const permissions = ["VIEW_DEVICES", "VIEW_TELEMETRY", "VIEW_RULES", "EDIT_RULES"];
    const [me, reader] = [await somebody(permissions, mine), await somebody(permissions.slice(0, 3), mine)];
    const [own, foreign] = [
      await app.device(home, { projectId: { id: mine } }),
      await app.device(home, { projectId: { id: theirs } }),
    ];
    const both = tooHot(own, { scope: { kind: "DEVICE", deviceIds: [own.id.id, foreign.id.id] } });
    const shared = await saved({ definition: both });
    const hidden = await saved({ definition: tooHot(foreign) });
    const status = async (client: RestClient, rule: CheckedRule, body?: object) =>
      (body ? await client.post(`/api/rule/${rule.id.id}/mode`, body) : await client.get(`/api/rule/${rule.id.id}`))
        .status;

    const made = await save({ definition: tooHot(own) }, me);
    const ofType: RuleDefinition["scope"] = { kind: "DEVICE_TYPE", deviceTypeIds: [own.deviceProfileId.id] };

    expect(made.status).toBe(201);
    expect((await save({ definition: tooHot(foreign) }, me)).text).toContain(
      `No device ${foreign.id.id.toUpperCase()}`,
    );
    expect((await save({ definition: tooHot(own, { scope: ofType }) }, me)).text).toContain(
      "it is for the whole tenant",
    );
    expect([await status(me, shared), await status(me, hidden)]).toEqual([200, 404]);
    const change = { mode: "SHADOW", version: 1 };
    expect([await status(me, shared, change), await status(me, hidden, change)]).toEqual([403, 404]);
    expect(await status(me, made.json<CheckedRule>(), change)).toBe(200);
    expect(await status(reader, made.json<CheckedRule>(), change)).toBe(403);
    const seen = await dataOf<CheckedRule>("/api/rules", reader);
    expect(seen.some(({ id }) => id.id === shared.id.id)).toBe(true);
    expect(seen.some(({ id }) => id.id === hidden.id.id)).toBe(false);
    await send(foreign, 90);
    expect(await dataOf(`/api/rule/${shared.id.id}/transitions`, reader)).toEqual([]);
  });
});

describe("[RUL5] why a rule did or did not fire", () => {
  test("is answered for a device in a sentence, with each condition, how long it has been met, and the last runs", async () => {
    const [device, other] = [await app.device(home), await app.device(home)];
    const steps = [
      { severity: "MAJOR" as const, when: { kind: "ALL" as const, conditions: [above(80)] }, for: { count: 3 } },
    ];
    const rule = await saved({ mode: "SHADOW", definition: tooHot(device, { steps }) });
    const why = async (of: DeviceRecord) =>
      expectOk(await home.admin.get(`/api/rule/${rule.id.id}/device/${of.id.id}`)).json<RuleExplanation>();

    const [before, elsewhere] = [await why(device), await why(other)];
    await send(device, 70);
    const cold = await why(device);
    await send(device, 90);
    const warm = await why(device);
    await send(device, 91);
    await send(device, 92);
    const hot = await why(device);

    expect([before.reason, elsewhere.reason]).toEqual([
      "No value of any input is known",
      "The rule is not for this device",
    ]);
    expect([before.isFor, elsewhere.isFor]).toEqual([true, false]);
    expect(cold).toMatchObject({ phase: "NORMAL", reason: "steps.0.when is not met (t is 70)", values: { t: 70 } });
    expect(cold.conditions).toEqual([
      { path: "steps.0.when", answer: "NOT_MET" },
      { path: "steps.0.when.conditions.0", answer: "NOT_MET" },
    ]);
    expect(warm).toMatchObject({ phase: "PENDING", reason: "MAJOR.for: met by 1 of 3 points in a row" });
    expect(hot).toMatchObject({ phase: "ACTIVE", severity: "MAJOR" });
    expect(hot.reason).toBe("It fired and is not over; it is in shadow mode and raises no alarm");
    const runs = (await home.admin.get(`/api/rule/${rule.id.id}/runs`)).json<RuleRunRecord[]>();
    expect(runs.map(({ values, after }) => `${values["t"]} ${after}`)).toEqual([
      "92 ACTIVE",
      "91 PENDING",
      "90 PENDING",
      "70 NORMAL",
    ]);
    expectOk(await home.admin.post(`/api/rule/${rule.id.id}/mode`, { mode: "OFF", version: 1 }));
    await app.platform.liveRules.settled();
    expect((await why(device)).reason).toBe("The rule is off");
  });
});

describe("[RUL6] a backtest", () => {
  const backtest = (device: DeviceRecord, definition: object, range = { startTs: 0, endTs: 1_000_000 }) =>
    home.admin.post("/api/rules/backtest", { definition, deviceIds: [device.id.id], ...range });

  test("tells when a rule that is not saved would have fired, over several keys in the order of time", async () => {
    const device = await app.device(home);
    const path = `/api/plugins/telemetry/DEVICE/${device.id.id}/timeseries/ANY`;
    const points = [10, 90, 91, 20, 95].map((temperature, at) => ({
      ts: at * 1_000,
      values: { temperature, limit: 80 },
    }));
    expectOk(await home.admin.post(path, points));
    const inputs = [
      { kind: "TELEMETRY", name: "t", key: "temperature" },
      { kind: "TELEMETRY", name: "limit", key: "limit" },
    ];
    const when = { kind: "COMPARE", input: "t", comparison: "GREATER", other: "limit" };
    const definition = { ...tooHot(device), inputs, steps: [{ severity: "MAJOR", when }] };

    const found = expectOk(await backtest(device, definition)).json<{ results: unknown[] }>();

    expect(found.results).toEqual([
      {
        deviceId: device.id,
        firings: [
          { startTs: 1_000, endTs: 3_000, severity: "MAJOR", highest: 91, lowest: 90 },
          { startTs: 4_000, endTs: null, severity: "MAJOR", highest: 95, lowest: 95 },
        ],
        ...{ count: 2, lastedMs: 998_000, tooShort: 0, points: 10, silent: [], isCutOff: false, endedTs: 1_000_000 },
      },
    ]);
    expect(await alarmsOf(device)).toEqual([]);
  });

  test("looks at so many points and says so; a wrong range or a device out of reach is refused", async () => {
    const device = await app.device(home);
    const path = `/api/plugins/telemetry/DEVICE/${device.id.id}/timeseries/ANY`;
    const points = Array.from({ length: 1_001 }, (_, at) => ({ ts: at, values: { temperature: 1 } }));
    expectOk(await home.admin.post(path, points));

    const { results } = (await backtest(device, tooHot(device))).json<{ results: object[] }>();

    expect(results).toMatchObject([{ points: 1_000, isCutOff: true, endedTs: 999 }]);
    expect((await backtest(device, tooHot(device), { startTs: 5, endTs: 5 })).text).toContain("endTs has to be later");
    expect((await backtest(device, { ...tooHot(device), steps: [] })).text).toContain("definition.steps");
    const foreign = await app.tenant();
    const body = { definition: tooHot(device), deviceIds: [device.id.id], startTs: 0, endTs: 1 };
    expect((await foreign.admin.post("/api/rules/backtest", body)).status).toBe(404);
  });
});
