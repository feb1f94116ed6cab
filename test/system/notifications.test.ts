import { randomUUID } from "node:crypto";
import type { NotificationPolicyInput, RuleDefinition, WebhookInput } from "@heliograph/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { signatureOf } from "../../server/src/core/notifications/index.ts";
import { expectOk, startApp, type TestApp, type TestTenant } from "../support/app.ts";
import { LiveClient } from "../support/live-client.ts";
import { smtpError, startMailServer, type TestMailServer } from "../support/mail-server.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../support/webhook-receiver.ts";

let mails: TestMailServer;
let receiver: WebhookReceiver;
let app: TestApp;
let tenant: TestTenant;
beforeAll(async () => {
  mails = await startMailServer();
  receiver = await startWebhookReceiver();
  app = await startApp({
    HELIO_SMTP_URL: `smtp://127.0.0.1:${mails.port}?security=none`,
    HELIO_MAIL_FROM: "Heliograph <noreply@example.org>",
    HELIO_PUBLIC_URL: "https://helio.example.org/",
    HELIO_OUTBOX_DELAY: "20ms",
    HELIO_OUTBOX_DELAY_MAX: "50ms",
    HELIO_OUTBOX_ATTEMPTS: "1000",
    HELIO_WEBHOOK_INSIDE: "127.0.0.0/8",
    HELIO_MAIL_INSIDE: "127.0.0.0/8",
    HELIO_WEBHOOK_TIMEOUT: "3s",
    HELIO_NOTIFICATION_RECHECK: "1s",
    HELIO_RULE_MESSAGE_WAIT: "0ms",
  });
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
  await mails[Symbol.asyncDispose]();
});
beforeEach(async () => {
  tenant = await app.tenant();
  mails.answer = undefined;
  receiver.answer = undefined;
});

const newAddress = () => `user-${randomUUID()}@example.org`;
const mailsTo = (address: string) => mails.received.filter(({ to }) => to.includes(address));
const atOnce = { by: "ALL", waitMs: 0, everyMs: 0 } as const;

const policy = (fields: Partial<NotificationPolicyInput>) =>
  tenant.admin.calls.notifications.savePolicy({
    body: { name: `policy ${randomUUID()}`, recipients: { roles: ["TENANT_ADMIN"] }, grouping: atOnce, ...fields },
  });
const webhook = (fields: Partial<WebhookInput> = {}) =>
  tenant.admin.calls.notifications.saveWebhook({
    body: { name: `hook ${randomUUID()}`, url: `http://127.0.0.1:${receiver.port}/${randomUUID()}`, ...fields },
  });
const raise = async (type = "Too hot", deviceId?: string) => {
  const id = deviceId ?? (await app.device(tenant)).id.id;
  return tenant.admin.calls.alarms.save({ body: { originator: { id }, type, severity: "MAJOR" } });
};
const records = async () => (await tenant.admin.calls.notifications.list({})).data;
const alarmsOf = async (id: string) => {
  const path = `/api/alarm/DEVICE/${id}?searchStatus=ACTIVE`;
  return expectOk(await tenant.admin.get(path))
    .json<{ data: { type: string }[] }>()
    .data.map(({ type }) => type);
};
const arrivedAt = (path: string) => receiver.received.filter((request) => request.path === path);

describe("[NTF1] an alarm", () => {
  test("is told by mail and in the inbox, pushed to the bell, on record, and why is answered", async () => {
    const address = newAddress();
    await app.user(tenant.admin, tenant.id, address, "OPERATOR");
    const { token } = await app.tokens(address);
    const ada = app.rest.withToken(token);
    await using live = await LiveClient.open(app.node.httpPort, token);
    live.send({ type: "watchInbox", id: 1 });
    await live.until((frame) => JSON.stringify(frame) === '{"type":"state","id":1,"inbox":{"unread":0}}');
    await policy({ recipients: { roles: ["OPERATOR"] } });

    const alarm = await raise();

    await expect.poll(() => mailsTo(address).length).toBe(1);
    expect(mailsTo(address)[0]?.source).toContain("Subject: Major: Too hot");
    await live.until((frame) => JSON.stringify(frame) === '{"type":"change","id":1,"inbox":{"unread":1}}');
    const inbox = await ada.calls.inbox.inbox({});
    expect(inbox.data).toMatchObject([{ alarmId: { id: alarm.id.id }, read: false, count: 1, severity: "MAJOR" }]);
    const filters = [
      { severity: "MAJOR" },
      { severity: "MINOR" },
      { textSearch: "TOO HOT" },
      { textSearch: "cold" },
    ] as const;
    const found = await Promise.all(filters.map((filter) => ada.calls.inbox.inbox({ ...filter, unread: true })));
    expect(found.map(({ totalElements, data }) => [totalElements, data.length])).toEqual([
      [1, 1],
      [0, 0],
      [1, 1],
      [0, 0],
    ]);
    expect(await ada.calls.inbox.read({ notificationId: inbox.data[0]?.id.id ?? "" })).toEqual({ unread: 0 });
    await expect.poll(async () => (await records()).map(({ state }) => state)).toEqual(["DELIVERED", "DELIVERED"]);
    const why = await ada.calls.notifications.why({ alarmId: alarm.id.id });
    expect(why).toMatchObject({ told: true, outcome: "TOLD" });
    const mailed = (await records()).find(({ channel }) => channel === "MAIL");
    const detail = await tenant.admin.calls.notifications.get({ notificationId: mailed?.id.id ?? "" });
    expect(detail).toMatchObject({ attempts: 1, tries: [{ accepted: true }], items: [{ title: "Too hot" }] });
    expect(mails.received.at(-1)?.messageId).not.toBe("");
  });

  test("of many devices that fail at once is one mail", async () => {
    const address = newAddress();
    await policy({ recipients: { addresses: [address] }, grouping: { by: "TYPE", waitMs: 2_000, everyMs: 600_000 } });
    const devices = await Promise.all(Array.from({ length: 20 }, () => app.device(tenant)));

    await Promise.all(devices.map(({ id }) => raise("Silent", id.id)));

    await expect.poll(() => mailsTo(address).length, { timeout: 30_000 }).toBe(1);
    expect(mailsTo(address)[0]?.source).toMatch(/20 =C3=97 Silent|20 × Silent|=\?UTF-8/i);
    expect(await records()).toMatchObject([{ count: 20, state: "DELIVERED" }]);
  });

  test("goes by the mail server of the tenant where it has one, and one that is refused for good is not tried again", async () => {
    const [address, unknown] = [newAddress(), newAddress()];
    const own = { host: "127.0.0.1", port: mails.port, security: "NONE", from: "Lab <lab@example.org>" };
    expectOk(await tenant.admin.put(`/api/tenants/${tenant.id}/mail`, own));
    mails.answer = ({ to }) => (to.includes(unknown) ? smtpError(550, "5.1.1 nobody here") : undefined);
    // Not of its own failure, which is an alarm, too.
    await policy({ recipients: { addresses: [address, unknown] }, alarms: { types: ["Too hot"] } });

    await raise();

    await expect.poll(() => mailsTo(address).length).toBe(1);
    expect(mailsTo(address)[0]?.from).toBe("lab@example.org");
    await expect
      .poll(async () => (await records()).map(({ recipient, state }) => `${recipient} ${state}`).toSorted())
      .toEqual([`${address} DELIVERED`, `${unknown} FAILED`].toSorted());
    const failed = (await records()).find(({ recipient }) => recipient === unknown);
    expect(failed).toMatchObject({ attempts: 1, answer: expect.stringContaining("nobody here") });
    const left = () => tenant.admin.calls.tenants.deliveries({ tenantId: tenant.id });
    await expect.poll(async () => (await left()).data).toEqual([]); // nothing that keeps other mails out
  });

  test("that a mail server greylists arrives later under the same Message-ID", async () => {
    const address = newAddress();
    const ids: string[] = [];
    mails.answer = ({ to, messageId }) => {
      if (!to.includes(address)) return undefined;
      ids.push(messageId);
      return ids.length < 3 ? smtpError(451, "4.7.1 greylisted") : undefined;
    };
    await policy({ recipients: { addresses: [address] } });

    await raise();

    await expect.poll(() => mailsTo(address).length).toBe(1);
    expect(new Set(ids).size).toBe(1);
    await expect.poll(async () => (await records())[0]).toMatchObject({ state: "DELIVERED", attempts: 3 });
  });

  test("is told to nobody who may not see the device, and not to other tenants", async () => {
    const [inside, outside] = [newAddress(), newAddress()];
    const { id: project } = await tenant.admin.calls.projects.save({ body: { name: "Here" } });
    const { id: elsewhere } = await tenant.admin.calls.projects.save({ body: { name: "There" } });
    for (const [username, { id }] of [
      [inside, project],
      [outside, elsewhere],
    ] as const) {
      const grants = [{ role: "VIEWER", projectId: { id } }];
      await tenant.admin.calls.users.add({
        tenantId: tenant.id,
        body: { username, password: "a password for tests", grants } as never,
      });
    }
    await policy({ recipients: { projectIds: [project.id, elsewhere.id] } });
    const device = await app.device(tenant, { projectId: { id: project.id } } as never);

    const alarm = await raise("Too hot", device.id.id);

    await expect.poll(() => mailsTo(inside).length).toBe(1);
    expect(mailsTo(outside)).toEqual([]);
    const other = await app.tenant();
    expect((await other.admin.calls.notifications.list({})).data).toEqual([]);
    const [first] = await records();
    await expect(other.admin.calls.notifications.get({ notificationId: first?.id.id ?? "" })).rejects.toThrow();
    const stranger = await app.login(outside);
    await expect(stranger.calls.notifications.why({ alarmId: alarm.id.id })).rejects.toThrow();
  });
});

describe("[NTF1] a webhook", () => {
  test("gets a signed request, again under the same id after failures, stalls, and no secret is shown", async () => {
    const hook = await webhook();
    let count = 0;
    receiver.answer = (_, reply) => {
      count++;
      if (count === 1) reply.writeHead(503).end("later");
      else if (count !== 2) reply.end("ticket 4711"); // the second stalls
    };
    await policy({ recipients: { webhookIds: [hook.id.id] } });

    await raise();

    await expect.poll(async () => (await records())[0], { timeout: 20_000 }).toMatchObject({ state: "DELIVERED" });
    const sent = receiver.received.slice(-3);
    expect(new Set(sent.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    const last = sent.at(-1);
    const [id, time] = [String(last?.headers["webhook-id"]), String(last?.headers["webhook-timestamp"])];
    expect(last?.headers["webhook-signature"]).toBe(signatureOf(hook.secret ?? "", id, time, last?.body ?? ""));
    const [record] = await records();
    const detail = await tenant.admin.calls.notifications.get({ notificationId: record?.id.id ?? "" });
    expect(detail.tries.map(({ answer }) => answer)).toEqual([
      "503 later",
      expect.stringContaining("no answer within"),
      "200 ticket 4711",
    ]);
    const listed = JSON.stringify(await tenant.admin.calls.notifications.webhooks({}));
    expect(listed).not.toContain("whsec_");
    expect(listed).not.toContain(arrivedAt(last?.path ?? "")[0]?.path ?? "?");
  });

  test("that redirects is not followed, and a test tells what was said", async () => {
    const target = `/${randomUUID()}`;
    const hook = await webhook();
    receiver.answer = (_, reply) => reply.writeHead(302, { location: target }).end();

    const told = await tenant.admin.calls.notifications.test({ body: { webhookId: hook.id.id } });

    expect(told).toMatchObject({ accepted: false, answer: expect.stringContaining("redirects are not followed") });
    expect(arrivedAt(target)).toEqual([]);
  });

  test.each([
    "http://169.254.169.254/latest",
    "http://[::1]:1/",
    "http://10.0.0.1/",
    "http://[::ffff:10.0.0.1]/",
    "http://0xa000001/",
  ])("%s is refused", async (url) => {
    const hook = await webhook({ url });

    const told = await tenant.admin.calls.notifications.test({ body: { webhookId: hook.id.id } });

    expect(told).toMatchObject({ accepted: false, answer: expect.stringContaining("HELIO_WEBHOOK_INSIDE") });
  });
});

test("[ALM3] what is shelved is told when the shelving ends, and why says so until then", async () => {
  const address = newAddress();
  const alarm = await raise();
  const until = Date.now() + 3_600_000;
  await tenant.admin.calls.alarms.shelve({ alarmId: alarm.id.id, body: { until, reason: "Sensor is replaced" } });
  await policy({ recipients: { addresses: [address], roles: ["TENANT_ADMIN"] }, channels: ["INBOX"] });
  await tenant.admin.calls.alarms.save({
    body: { id: alarm.id, originator: alarm.originator, type: "Too hot", severity: "CRITICAL" },
  });
  const why = () => tenant.admin.calls.notifications.why({ alarmId: alarm.id.id });
  await expect.poll(why).toMatchObject({ told: false, outcome: "SHELVED", until });

  await tenant.admin.calls.alarms.unshelve({ alarmId: alarm.id.id });

  await expect.poll(() => mailsTo(address).length).toBe(1);
  await expect.poll(why).toMatchObject({ told: true, outcome: "TOLD" });
});

describe("[RUL4] a rule", () => {
  const rule = async (deviceId: string, actions: RuleDefinition["actions"]) => {
    const when = { kind: "COMPARE", input: "t", comparison: "GREATER", value: 80 } as const;
    const definition: RuleDefinition = {
      scope: { kind: "DEVICE", deviceIds: [deviceId] },
      inputs: [{ kind: "TELEMETRY", name: "t", key: "t" }],
      ...{ steps: [{ severity: "MAJOR", when }], alarmType: "Too hot", actions },
    };
    return tenant.admin.calls.rules.save({ body: { name: `rule ${randomUUID()}`, mode: "LIVE", definition } });
  };
  const send = async (deviceId: string, t: number) => {
    const path = `/api/plugins/telemetry/DEVICE/${deviceId}/timeseries/ANY`;
    expectOk(await tenant.admin.post(path, { ts: Date.now(), values: { t } }));
  };
  const actionsOf = async (ruleId: string) =>
    (await tenant.admin.calls.rules.transitions({ ruleId })).data.flatMap(({ actions }) =>
      actions.map(({ kind, status, result }) => `${kind} ${status} ${result}`),
    );

  test("tells people and calls a webhook, once each, and what came of it stands at the transition", async () => {
    const [address, hook] = [newAddress(), await webhook()];
    const { id: device } = (await app.device(tenant)).id;
    const { id } = await rule(device, [
      { kind: "NOTIFY", on: ["RAISED"], recipients: { addresses: [address] }, text: "Stop the pump", language: "de" },
      { kind: "WEBHOOK", on: ["RAISED"], webhookId: hook.id.id.toUpperCase() },
    ]);
    const before = receiver.received.length;
    receiver.answer = (_, reply) =>
      receiver.received.length === before + 1 ? reply.writeHead(500).end() : reply.end();

    await send(device, 91);

    await expect.poll(() => mailsTo(address).length, { timeout: 60_000 }).toBe(1);
    await expect
      .poll(() => actionsOf(id.id), { timeout: 60_000 })
      .toEqual([`NOTIFY DONE told to ${address} (MAIL)`, "WEBHOOK DONE 200"]);
    const calls = receiver.received.slice(before);
    expect(new Set(calls.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(JSON.parse(calls.at(-1)?.body ?? "")).toMatchObject({
      ...{ rule: { id: id.id }, values: { t: 91 }, severity: "MAJOR", count: 1 },
      alarms: [{ type: "Too hot", occasion: "RAISED", device: { id: device } }],
      link: expect.stringMatching(/^https:\/\/helio\.example\.org\/alarms\?alarm=[0-9a-f-]{36}$/),
    });
    expect(mailsTo(address)[0]?.source).toContain("Stop the pump");
    const [record] = (await tenant.admin.calls.notifications.list({ ruleId: id.id } as never)).data;
    expect(record).toMatchObject({ ruleId: { id: id.id }, recipient: address });
  });

  test("in maintenance calls nobody, and does when that is over and the alarm is still there", async () => {
    const hook = await webhook();
    const { id: device } = (await app.device(tenant)).id;
    const { id } = await rule(device, [{ kind: "WEBHOOK", on: ["RAISED"], webhookId: hook.id.id }]);
    const startTs = Date.now() - 1_000;
    const window = await tenant.admin.calls.alarms.saveWindow({
      body: { name: "Overhaul", startTs, endTs: startTs + 3_600_000, deviceId: { id: device } },
    });
    const before = receiver.received.length;
    await send(device, 91);
    await expect
      .poll(() => actionsOf(id.id))
      .toEqual([expect.stringMatching(/DONE silenced \(MAINTENANCE, Overhaul\)/)]);
    expect(receiver.received.length).toBe(before);

    await tenant.admin.calls.alarms.removeWindow({ windowId: window.id.id });

    await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBe(before + 1);
    expect(JSON.parse(receiver.received.at(-1)?.body ?? "")).toMatchObject({ alarms: [{ occasion: "RETURNED" }] });
  });

  test("that names who is not there is refused, and one whose webhook was deleted has an alarm", async () => {
    const hook = await webhook();
    const { id: device } = (await app.device(tenant)).id;
    const nobody: RuleDefinition["actions"] = [
      { kind: "NOTIFY", on: ["RAISED"], recipients: { userIds: [randomUUID()] } },
    ];
    await expect(rule(device, nobody)).rejects.toThrow(/actions\.0\.recipients\.userIds\.0/);
    const saved = await rule(device, [{ kind: "WEBHOOK", on: ["RAISED"], webhookId: hook.id.id }]);
    await tenant.admin.calls.notifications.removeWebhook({ webhookId: hook.id.id });

    const gone = await tenant.admin.calls.rules.get({ ruleId: saved.id.id });
    await send(device, 91);

    expect(gone.problems).toMatchObject([{ path: "actions.0.webhookId" }]);
    await expect.poll(() => actionsOf(saved.id.id)).toEqual(["WEBHOOK GIVEN_UP the webhook was deleted"]);
    await expect.poll(() => alarmsOf(device)).toContain(`Rule failed: ${saved.name}`);
  });
});

test("[RUL5] that mails of a policy fail is an alarm, which is over when one arrives", async () => {
  const address = newAddress();
  let isRefusing = true;
  mails.answer = ({ to }) => (to.includes(address) && isRefusing ? smtpError(451, "4.3.0 later") : undefined);
  const { name } = await policy({ recipients: { addresses: [address] }, alarms: { types: ["Too hot"] } });
  const { originator } = await raise();
  await expect.poll(() => alarmsOf(originator.id)).toContain(`Notification failed: ${name}`);

  isRefusing = false;

  await expect.poll(() => mailsTo(address).length, { timeout: 60_000 }).toBe(1);
  await expect.poll(() => alarmsOf(originator.id)).not.toContain(`Notification failed: ${name}`);
});

test("[NTF1] who lost reach is not told, and a policy says whom it names that is gone", async () => {
  const [ada, address] = [newAddress(), newAddress()];
  await app.user(tenant.admin, tenant.id, ada, "OPERATOR");
  const user = (await tenant.admin.calls.users.list({ tenantId: tenant.id } as never)).data.find(
    (one) => (one as { username?: string }).username === ada,
  ) as { id: { id: string } } | undefined;
  const saved = await policy({ recipients: { userIds: [user?.id.id ?? ""], addresses: [address] } });
  expectOk(await tenant.admin.delete(`/api/tenants/${tenant.id}/users/${user?.id.id}`));

  await raise();

  await expect.poll(() => mailsTo(address).length).toBe(1);
  expect(mailsTo(ada)).toEqual([]);
  const shown = await tenant.admin.calls.notifications.policy({ policyId: saved.id.id });
  expect(shown.problems).toMatchObject([{ path: "recipients.userIds.0" }]);
});

test("[NTF1, PRJ1] who lost reach while a mail was tried does not get it, and that is on record", async () => {
  const ada = newAddress();
  const { id: project } = await tenant.admin.calls.projects.save({ body: { name: "Here" } });
  const grants = [{ role: "VIEWER", projectId: { id: project.id } }];
  const body = { username: ada, password: "a password for tests", grants } as never;
  await tenant.admin.calls.users.add({ tenantId: tenant.id, body });
  const device = await app.device(tenant, { projectId: { id: project.id } } as never);
  mails.answer = ({ to }) => (to.includes(ada) ? smtpError(451, "4.7.1 greylisted") : undefined);
  await policy({ recipients: { projectIds: [project.id] }, channels: ["MAIL"], alarms: { types: ["Too hot"] } });
  await raise("Too hot", device.id.id);
  await expect.poll(async () => (await records())[0]?.attempts ?? 0).toBeGreaterThan(0);

  const move = { projectId: null, deviceIds: [device.id.id] };
  expectOk(await tenant.admin.post(`/api/tenants/${tenant.id}/devices/move`, move));

  await expect.poll(records).toMatchObject([{ state: "DROPPED", reason: "OUT_OF_REACH" }]);
  expect(mailsTo(ada)).toEqual([]);
});

test("[AUTH5] who may not edit notifications is refused, and changes are on record", async () => {
  const username = newAddress();
  await app.user(tenant.admin, tenant.id, username, "VIEWER");
  const viewer = await app.login(username);

  await expect(viewer.calls.notifications.policies({})).rejects.toThrow();
  const saved = await policy({});
  await expect(
    tenant.admin.calls.notifications.savePolicy({ body: { ...saved, projectId: null, version: 7 } as never }),
  ).rejects.toThrow();
  await tenant.admin.calls.notifications.removePolicy({ policyId: saved.id.id });

  expect((await tenant.admin.calls.notifications.policies({})).data).toEqual([]);
  const entries = await tenant.admin.calls.audit.list({ entityTypes: "NOTIFICATION_POLICY" } as never);
  expect(JSON.stringify(entries)).toContain("DELETED");
});
