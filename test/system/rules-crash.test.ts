import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { CheckedRule, RuleDefinition, RuleTransitionRecord } from "@heliograph/contract";
import { expect, test } from "vitest";
import { compileRule, Evaluation, initialState } from "../../server/src/core/rules/index.ts";
import { expectOk, startApp } from "../support/app.ts";
import { createDevice, startOn } from "../support/crash-node.ts";
import { patience } from "../support/helio.ts";
import { createPostgresDatabase, hasPostgres } from "../support/postgres-database.ts";
import type { RestClient } from "../support/rest-client.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { isLongRun, limitOf, sizeOf } from "../switches.ts";

const kills = sizeOf("HELIO_TEST_RULE_KILLS");
/** The kill comes somewhere among them. */
const pointsPerLife = 25;

const above = (input: string, value: number) => ({ kind: "COMPARE", input, comparison: "GREATER", value }) as const;

/** By points in a row, and by the mean of some: what it decides depends on every point, and on no clock. */
const definitionFor = (deviceId: string): RuleDefinition => ({
  scope: { kind: "DEVICE", deviceIds: [deviceId] },
  inputs: [
    { kind: "TELEMETRY", name: "t", key: "t" },
    { kind: "TELEMETRY", name: "mean", key: "t", window: { function: "AVG", overMs: 5_000 } },
  ],
  steps: [
    { severity: "CRITICAL", when: above("mean", 60), for: { count: 2 } },
    { severity: "MINOR", when: above("t", 50), for: { count: 2 } },
  ],
  clear: { for: { count: 2 } },
  late: { afterMs: 86_400_000, policy: "COUNT" },
  notifyWithinMs: 86_400_000,
  alarmType: "Hot",
  actions: [{ kind: "COMMAND", on: ["RAISED"], type: "SCRIPT", text: "cool" }],
});

/** What rules do is taken up soon after a kill, so that kills come in between, and none is taken for a loop. */
const eager = { HELIO_WORK_LEASE: "1s", HELIO_RULE_ACTIONS_PER_HOUR: "1000000", HELIO_COMMAND_QUEUE_LIMIT: "10000" };

interface Sent {
  readonly ts: number;
  readonly value: number;
}

/** What an undisturbed run of the same points comes to. */
function undisturbed(definition: RuleDefinition, sent: readonly Sent[]): string[] {
  const rule = compileRule(definition);
  const evaluation = new Evaluation(rule, initialState(rule), sent[0]?.ts ?? 0);
  return sent.flatMap(({ ts, value }) => evaluation.take([0, 1], ts, value, ts)).map(told);
}

const told = ({
  from,
  to,
  occasion,
  severity,
  ts,
  values,
}: Omit<RuleTransitionRecord, "deviceId" | "time" | "cause" | "alarmType" | "actions">) =>
  `${ts} ${from} ${to} ${occasion} ${severity} ${JSON.stringify(values)}`;

/** Sends points up to a number, or until the node is gone; one without an answer is sent again in the next life. */
async function send(admin: RestClient, deviceId: string, points: readonly Sent[], done: Sent[], upTo: number) {
  const path = `/api/plugins/telemetry/DEVICE/${deviceId}/timeseries/ANY`;
  while (done.length < upTo) {
    const next = points[done.length];
    if (!next) return;
    const answer = await admin.post(path, { ts: next.ts, values: { t: next.value } }).catch(() => undefined);
    if (answer?.status !== 200) return;
    done.push(next);
  }
}

/** Where entities and points are; the second in long runs, as it is the same but for its stores. */
const places = isLongRun() && hasPostgres() ? (["a folder", "PostgreSQL"] as const) : (["a folder"] as const);

test.each(places)(
  `[RUL3, REL1] SIGKILL while rules raise alarms, ${kills} times, in %s: the same transitions as without, none lost, none twice`,
  {
    timeout: limitOf("HELIO_TEST_RULE_KILLS", 300_000),
  },
  async (place) => {
    await using folder = await tempFolder();
    const env = place === "PostgreSQL" ? { HELIO_DATABASE_URL: await createPostgresDatabase() } : {};
    const length = (kills + 1) * pointsPerLife;
    const begun = Date.now() - length * 1_000; // none is of the future: the time of those is cut for rules
    const points = Array.from({ length }, (_, at) => ({
      ts: begun + at * 1_000,
      value: Math.round(50 + 40 * Math.sin(at / 3) + 10 * Math.sin(at * 7)),
    }));
    const acknowledged: Sent[] = [];
    let [deviceId, ruleId] = ["", ""];
    for (let life = 0; life < kills; life++) {
      const { node, admin } = await startOn(folder.path, {
        env: { ...env, ...eager, ...(place === "PostgreSQL" && patience) },
      });
      if (life === 0) {
        deviceId = (await createDevice(admin)).id;
        const rule = { name: randomUUID(), mode: "LIVE", definition: definitionFor(deviceId) };
        ruleId = expectOk(await admin.post("/api/rule", rule)).json<CheckedRule>().id.id;
      }
      const killedAt = life * pointsPerLife + 1 + Math.floor(Math.random() * (pointsPerLife - 2));
      await send(admin, deviceId, points, acknowledged, killedAt);
      const rest = send(admin, deviceId, points, acknowledged, (life + 1) * pointsPerLife);
      await setTimeout(Math.random() * 20); // anywhere between an acknowledgement and what follows from it
      await node.kill();
      await rest;
    }

    await using app = await startApp({ HELIO_DATA_DIR: folder.path, ...env, ...eager });
    const admin = await app.login("admin");
    await send(admin, deviceId, points, acknowledged, points.length);
    await app.platform.liveRules.settled();
    const transitions = async () =>
      (await admin.get(`/api/rule/${ruleId}/transitions?limit=-1`)).json<{ data: RuleTransitionRecord[] }>().data;
    const doneOnce = (all: readonly RuleTransitionRecord[]) =>
      all.flatMap(({ occasion, actions }) =>
        occasion === "RAISED" ? [actions.map(({ status }) => status).join()] : [],
      );
    await expect.poll(async () => new Set(doneOnce(await transitions()))).toEqual(new Set(["DONE"]));
    const data = await transitions();
    const expected = undisturbed(definitionFor(deviceId), acknowledged);

    expect(acknowledged).toHaveLength(points.length);
    expect(expected.length).toBeGreaterThan(5);
    expect(data.toReversed().map(told)).toEqual(expected);
    const open = (await admin.get(`/api/alarm/DEVICE/${deviceId}?searchStatus=ACTIVE`)).json<{
      totalElements: number;
    }>();
    const last = expected.findLast((line) => / (RAISED|CLEARED) /.test(line));
    expect(open.totalElements).toBe(last?.includes("RAISED") ? 1 : 0);
    const queued = (await admin.get(`/api/devices/${deviceId}/commands`)).json<{ totalElements: number }>();
    expect(queued.totalElements).toBe(doneOnce(data).length); // each once, however often it was begun [RUL4]
  },
);
