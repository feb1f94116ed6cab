import { setTimeout } from "node:timers/promises";
import type { CheckedRule, RuleDefinition, RuleTransitionRecord } from "@heliograph/contract";
import { expect, test } from "vitest";
import { expectOk, startApp } from "../support/app.ts";
import { createDevice, startOn } from "../support/crash-node.ts";
import { startMailServer } from "../support/mail-server.ts";
import type { RestClient } from "../support/rest-client.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { startWebhookReceiver } from "../support/webhook-receiver.ts";
import { limitOf, sizeOf } from "../switches.ts";

const kills = sizeOf("HELIO_TEST_NOTIFICATION_KILLS");
const alarmsPerLife = 6;
const path = "/hook";
const atOnce = { by: "NONE", waitMs: 0, everyMs: 0 };

/** What rises above the limit is told by the rule itself, what people raise by the policy. */
const definitionFor = (deviceId: string, webhookId: string): RuleDefinition => ({
  scope: { kind: "DEVICE", deviceIds: [deviceId] },
  inputs: [{ kind: "TELEMETRY", name: "t", key: "t" }],
  steps: [{ severity: "MINOR", when: { kind: "COMPARE", input: "t", comparison: "GREATER", value: 50 } }],
  alarmType: "Of the rule",
  actions: [
    { kind: "NOTIFY", on: ["RAISED"], recipients: { addresses: ["rule@example.org"] } },
    { kind: "WEBHOOK", on: ["RAISED"], webhookId },
  ],
});

/** Under which keys something arrived: one, however often it did. */
const keysOf = <T>(arrived: readonly T[], about: (one: T) => string | undefined, key: (one: T) => string) =>
  new Map(
    [...Map.groupBy(arrived, (one) => about(one) ?? "?")].map(([name, some]) => [name, new Set(some.map(key)).size]),
  );

async function prepare(admin: RestClient, port: number): Promise<{ deviceId: string; ruleId: string }> {
  const { id: deviceId } = await createDevice(admin);
  const hook = { name: "hook", url: `http://127.0.0.1:${port}${path}` };
  const { id } = expectOk(await admin.post("/api/notification/webhook", hook)).json<{ id: { id: string } }>();
  const recipients = { addresses: ["ada@example.org"], webhookIds: [id.id] };
  const alarms = { severities: ["MAJOR"] };
  expectOk(await admin.post("/api/notification/policy", { name: "all", recipients, alarms, grouping: atOnce }));
  const rule = { name: "rule", mode: "LIVE", definition: definitionFor(deviceId, id.id) };
  const { id: ruleId } = expectOk(await admin.post("/api/rule", rule)).json<CheckedRule>();
  return { deviceId, ruleId: ruleId.id };
}

/** Until the node is gone; returns the alarms that were acknowledged. */
async function raiseSome(admin: RestClient, deviceId: string, from: number): Promise<string[]> {
  const done: string[] = [];
  for (let at = from; at < from + alarmsPerLife; at++) {
    const alarm = { originator: { id: deviceId, entityType: "DEVICE" }, type: `Alarm ${at}`, severity: "MAJOR" };
    const answer = await admin.post("/api/alarm", alarm).catch(() => undefined);
    if (answer?.status !== 200 && answer?.status !== 201) return done;
    done.push(alarm.type);
    const points = [
      { ts: Date.now(), values: { t: 90 } },
      { ts: Date.now() + 1, values: { t: 10 } },
    ];
    await admin.post(`/api/plugins/telemetry/DEVICE/${deviceId}/timeseries/ANY`, points).catch(() => undefined);
  }
  return done;
}

test(`[RUL3, RUL4, NTF1] SIGKILL between alarms and what is told of them, ${kills} times: nothing is lost, and twice it comes only under the same key`, {
  timeout: limitOf("HELIO_TEST_NOTIFICATION_KILLS", 180_000),
}, async () => {
  await using folder = await tempFolder();
  await using mails = await startMailServer();
  await using receiver = await startWebhookReceiver();
  const env = {
    HELIO_SMTP_URL: `smtp://127.0.0.1:${mails.port}?security=none`,
    ...{ HELIO_MAIL_FROM: "noreply@example.org", HELIO_PUBLIC_URL: "https://helio.example.org/" },
    ...{ HELIO_OUTBOX_DELAY: "20ms", HELIO_OUTBOX_DELAY_MAX: "50ms", HELIO_WORK_LEASE: "1s" },
    ...{ HELIO_OUTBOX_ATTEMPTS: "1000", HELIO_WEBHOOK_INSIDE: "127.0.0.1", HELIO_NOTIFICATIONS_PER_HOUR: "3600" },
    ...{ HELIO_RULE_MESSAGE_WAIT: "0ms", HELIO_RULE_MESSAGE_EVERY: "0ms", HELIO_RULE_ACTIONS_PER_HOUR: "1000000" },
  };
  const acknowledged: string[] = [];
  let [deviceId, ruleId] = ["", ""];
  for (let life = 0; life < kills; life++) {
    const { node, admin } = await startOn(folder.path, { env });
    if (life === 0) ({ deviceId, ruleId } = await prepare(admin, receiver.port));
    const raising = raiseSome(admin, deviceId, life * alarmsPerLife);
    await setTimeout(Math.random() * 300); // anywhere between an alarm and what is told of it
    await node.kill();
    acknowledged.push(...(await raising));
  }

  await using app = await startApp({ HELIO_DATA_DIR: folder.path, ...env });
  const admin = await app.login("admin");
  acknowledged.push(...(await raiseSome(admin, deviceId, kills * alarmsPerLife)));
  const subjectOf = ({ source }: { source: string }) => /^Subject: Major: (.*), logger/m.exec(source)?.[1];
  const mailed = () => keysOf(mails.received, subjectOf, ({ messageId }) => messageId);
  const posted = () =>
    keysOf(
      receiver.received.filter(({ body }) => "policy" in JSON.parse(body)),
      ({ body }) => (JSON.parse(body) as { alarms: { type: string }[] }).alarms[0]?.type,
      ({ headers }) => String(headers["webhook-id"]),
    );
  const raised = async () =>
    (await admin.get(`/api/rule/${ruleId}/transitions?limit=-1`))
      .json<{ data: RuleTransitionRecord[] }>()
      .data.filter(({ occasion }) => occasion === "RAISED");
  const results = async () =>
    new Set((await raised()).flatMap(({ actions }) => actions.map(({ kind, result }) => `${kind} ${result}`)));
  const wanted = new Set(acknowledged);

  for (const arrived of [mailed, posted])
    await expect.poll(() => [...wanted].filter((type) => !arrived().has(type)), { timeout: 60_000 }).toEqual([]);
  await expect
    .poll(results, { timeout: 60_000 })
    .toEqual(new Set(["NOTIFY told to rule@example.org (MAIL)", "WEBHOOK 200 taken"]));
  await expect.poll(async () => app.platform.outbox.counts()).toEqual({ waiting: 0, givenUp: 0 });
  for (const keys of [mailed(), posted()]) for (const type of wanted) expect([type, keys.get(type)]).toEqual([type, 1]);
  const called = receiver.received.filter(({ body }) => "rule" in JSON.parse(body));
  expect(new Set(called.map(({ headers }) => headers["webhook-id"])).size).toBe((await raised()).length);
});
