import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { expectOk, startApp } from "../support/app.ts";
import { startOn } from "../support/crash-node.ts";
import { patience } from "../support/helio.ts";
import { createMigratedDatabase, hasPostgres } from "../support/postgres-database.ts";
import type { RestClient } from "../support/rest-client.ts";
import {
  type CampaignWorld,
  hot,
  makeWorld,
  publishedOf,
  type Stream,
  told,
  transitionsOf,
  undisturbed,
} from "../support/rule-campaign.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../support/webhook-receiver.ts";
import { isLongRun, limitOf, sizeOf } from "../switches.ts";

const kills = sizeOf("HELIO_TEST_RULE_KILLS");
const devices = 4;
/** The kill comes somewhere among them. */
const pointsPerLife = 25;
const length = (kills + 1) * pointsPerLife;

/** What rules do is taken up soon after a kill, so that kills come in between, and none is taken for a loop. */
const eager = {
  HELIO_WORK_LEASE: "1s",
  HELIO_RULE_ACTIONS_PER_HOUR: "1000000",
  HELIO_COMMAND_QUEUE_LIMIT: "10000",
  HELIO_WEBHOOK_INSIDE: "127.0.0.0/8",
  HELIO_PUBLIC_URL: "https://helio.example.org/",
};

/** Where entities and points are; the second in long runs, as it is the same but for its stores. */
const places = isLongRun() && hasPostgres() ? (["a folder", "PostgreSQL"] as const) : (["a folder"] as const);

/** All devices send at once; the node is killed anywhere between an acknowledgement and what follows from it. */
async function live(admin: RestClient, { streams, pulses }: CampaignWorld, life: number, kill: () => Promise<void>) {
  const killedAt = life * pointsPerLife + 1 + Math.floor(Math.random() * (pointsPerLife - 2));
  await Promise.all([pulses.go(admin), ...streams.map((stream) => stream.send(admin, killedAt))]);
  const rest = streams.map((stream) => stream.send(admin, (life + 1) * pointsPerLife));
  await setTimeout(Math.random() * 20);
  await kill();
  await Promise.all(rest);
}

test.each(places)(
  `[RUL3, RUL4, REL1] SIGKILL while rules raise alarms and do things, ${kills} times, in %s: the same transitions as without, none lost, none twice`,
  { timeout: limitOf("HELIO_TEST_RULE_KILLS", 300_000) },
  async (place) => {
    await using folder = await tempFolder();
    await using receiver = await startWebhookReceiver();
    const database = place === "PostgreSQL" ? { HELIO_DATABASE_URL: await createMigratedDatabase(), ...patience } : {};
    const env = { ...eager, ...database };
    let world: CampaignWorld | undefined;
    for (let life = 0; life < kills; life++) {
      const { node, admin } = await startOn(folder.path, { env });
      world ??= await makeWorld(admin, `http://127.0.0.1:${receiver.port}/`, { devices, length });
      await live(admin, world, life, () => node.kill());
    }
    if (!world) throw new Error("there was no life");

    await using app = await startApp({ HELIO_DATA_DIR: folder.path, ...env });
    const admin = await app.login("admin");
    await Promise.all(world.streams.map((stream) => stream.send(admin, length)));
    await world.pulses.end(admin);
    await app.platform.liveRules.settled();
    expect(world.streams.map(({ acknowledged }) => acknowledged)).toEqual(world.streams.map(() => length));
    await expectDone(admin, world);
    for (const stream of world.streams) await expectUndisturbed(admin, world, stream);
    const timed = (await transitionsOf(admin, world.ruleIds.held)).map(told);
    expect(timed.map((line) => line.split(" ").slice(0, 4).join(" "))).toEqual(world.pulses.expected);
    expect(await transitionsOf(admin, world.ruleIds.silent)).toEqual([]); // no absence of the node is a device's silence
    await expectCalledOnce(admin, world, receiver);
    if (isLongRun()) await expectCollectedOnce(admin, world);
  },
);

const raisedOf = async (admin: RestClient, { ruleIds }: CampaignWorld) =>
  (await transitionsOf(admin, ruleIds.hot)).filter(({ occasion }) => occasion === "RAISED");

/** Every action of every transition was carried out. */
async function expectDone(admin: RestClient, world: CampaignWorld): Promise<void> {
  const outcomes = async () =>
    (await raisedOf(admin, world)).map(({ actions }) => actions.map(({ status }) => status).join());
  const done = Array.from({ length: 4 }, () => "DONE").join();
  await expect.poll(async () => new Set(await outcomes()), { timeout: 60_000 }).toEqual(new Set([done]));
}

/** What became of one device is what becomes of it without any kill; and each thing is done once, however often it was begun [RUL4]. */
async function expectUndisturbed(admin: RestClient, world: CampaignWorld, { deviceId, points }: Stream): Promise<void> {
  const all = (await transitionsOf(admin, world.ruleIds.hot)).filter(({ deviceId: { id } }) => id === deviceId);
  const expected = undisturbed(hot([deviceId], []), points);
  expect(expected.length).toBeGreaterThan(5);
  expect(all.map(told)).toEqual(expected);
  const open = expectOk(await admin.get(`/api/alarm/DEVICE/${deviceId}?searchStatus=ACTIVE`));
  const last = expected.findLast((line) => / (RAISED|CLEARED) /.test(line));
  expect(open.json<{ totalElements: number }>().totalElements).toBe(last?.includes("RAISED") ? 1 : 0);
  const raised = all.filter(({ occasion }) => occasion === "RAISED");
  const queued = expectOk(await admin.get(`/api/devices/${deviceId}/commands`));
  expect(queued.json<{ totalElements: number }>().totalElements).toBe(raised.length);
  expect(await publishedOf(admin, deviceId)).toEqual(raised.map(({ ts }) => ts));
}

/** A request may come twice, under the same id and byte for byte the same: none is missing, and none is another. */
async function expectCalledOnce(admin: RestClient, world: CampaignWorld, { received }: WebhookReceiver): Promise<void> {
  const raised = await raisedOf(admin, world);
  const keys = raised.flatMap(({ actions }) => actions.flatMap(({ kind, key }) => (kind === "WEBHOOK" ? [key] : [])));
  const bodies = Map.groupBy(received, ({ headers }) => headers["webhook-id"]);
  expect(new Set(bodies.keys())).toEqual(new Set(keys));
  const others = [...bodies.values()].map((requests) => [...new Set(requests.map(({ body }) => body))].slice(1));
  expect(others.flat()).toEqual([]);
}

/** What people are told counts each once, in how many messages ever. */
async function expectCollectedOnce(admin: RestClient, world: CampaignWorld): Promise<void> {
  const raised = await raisedOf(admin, world);
  const counted = async () => {
    const { data } = await admin.calls.notifications.list({ ruleId: world.ruleIds.hot, limit: -1 } as never);
    const inInbox = data.filter(({ channel }) => channel === "INBOX");
    return inInbox.reduce((sum, { count }) => sum + count, 0);
  };
  await expect.poll(counted, { timeout: 240_000, interval: 1_000 }).toBe(raised.length);
}
