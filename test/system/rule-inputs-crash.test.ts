import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { CheckedRule, RuleDefinition, RuleTransitionRecord } from "@heliograph/contract";
import { expect, test } from "vitest";
import { compileRule, Evaluation, initialState } from "../../server/src/core/rules/index.ts";
import { expectOk, startApp } from "../support/app.ts";
import { createDevice, startOn } from "../support/crash-node.ts";
import { patience } from "../support/helio.ts";
import { createMigratedDatabase, hasPostgres } from "../support/postgres-database.ts";
import type { RestClient } from "../support/rest-client.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { isLongRun, limitOf, sizeOf } from "../switches.ts";

const kills = sizeOf("HELIO_TEST_RULE_INPUT_KILLS");
/** The kill comes somewhere among them. */
const changesPerLife = 20;

type When = RuleDefinition["steps"][number]["when"];
const definitionOf = (deviceId: string, input: RuleDefinition["inputs"][number], when: When, alarmType: string) => ({
  scope: { kind: "DEVICE" as const, deviceIds: [deviceId] },
  inputs: [input],
  steps: [{ severity: "MAJOR" as const, when }],
  alarmType,
  actions: [],
});

/** One looks at an attribute, the other at the alarm of the first. */
const highOf = (deviceId: string): RuleDefinition =>
  definitionOf(
    deviceId,
    { kind: "ATTRIBUTE", name: "level", scope: "SERVER_SCOPE", key: "level" },
    { kind: "COMPARE", input: "level", comparison: "GREATER", value: 50 },
    "High",
  );
const followingOf = (deviceId: string): RuleDefinition =>
  definitionOf(
    deviceId,
    { kind: "ALARM", name: "high", alarmType: "High" },
    { kind: "COMPARE", input: "high", comparison: "EQUAL", value: true },
    "Following",
  );

/** Changes an attribute up to a number of times, or until the node is gone; what got no answer is sent again in the next life. */
async function change(admin: RestClient, deviceId: string, values: readonly number[], done: number[], upTo: number) {
  const path = `/api/plugins/telemetry/DEVICE/${deviceId}/attributes/SERVER_SCOPE`;
  while (done.length < upTo) {
    const level = values[done.length];
    if (level === undefined) return;
    const answer = await admin.post(path, { level }).catch(() => undefined);
    if (answer?.status !== 200) return;
    done.push(level);
  }
}

/** What an undisturbed run of the same changes comes to. */
function undisturbed(definition: RuleDefinition, values: readonly number[]): string[] {
  const rule = compileRule(definition);
  const evaluation = new Evaluation(rule, initialState(rule), 0);
  return values.flatMap((value, at) => evaluation.tell([0], value, at)).map(told);
}

const told = ({ from, to, occasion, values }: Pick<RuleTransitionRecord, "from" | "to" | "occasion" | "values">) =>
  `${from} ${to} ${occasion} ${JSON.stringify(values)}`;

/** Where entities are; the second in long runs, as it is the same but for its stores. */
const places = isLongRun() && hasPostgres() ? (["a folder", "PostgreSQL"] as const) : (["a folder"] as const);

test.skipIf(kills === 0).each(places)(
  `[RUL3, REL1] SIGKILL while rules look at attributes and alarms, ${kills} times, in %s: the same transitions as without`,
  { timeout: limitOf("HELIO_TEST_RULE_INPUT_KILLS", 300_000) },
  async (place) => {
    await using folder = await tempFolder();
    const env = place === "PostgreSQL" ? { HELIO_DATABASE_URL: await createMigratedDatabase() } : {};
    const values = Array.from({ length: (kills + 1) * changesPerLife }, (_, at) =>
      Math.round(50 + 40 * Math.sin(at / 2) + 10 * Math.sin(at * 7)),
    );
    const acknowledged: number[] = [];
    let [deviceId, high, following] = ["", "", ""];
    const save = async (admin: RestClient, definition: RuleDefinition) =>
      expectOk(await admin.post("/api/rule", { name: randomUUID(), mode: "LIVE", definition })).json<CheckedRule>().id
        .id;
    for (let life = 0; life < kills; life++) {
      const { node, admin } = await startOn(folder.path, { env: { ...env, ...(place === "PostgreSQL" && patience) } });
      if (life === 0) {
        deviceId = (await createDevice(admin)).id;
        high = await save(admin, highOf(deviceId));
        following = await save(admin, followingOf(deviceId));
      }
      const killedAt = life * changesPerLife + 1 + Math.floor(Math.random() * (changesPerLife - 2));
      await change(admin, deviceId, values, acknowledged, killedAt);
      const rest = change(admin, deviceId, values, acknowledged, (life + 1) * changesPerLife);
      await setTimeout(Math.random() * 20); // anywhere between an acknowledgement and what follows from it
      await node.kill();
      await rest;
    }

    await using app = await startApp({ HELIO_DATA_DIR: folder.path, ...env });
    const admin = await app.login("admin");
    await change(admin, deviceId, values, acknowledged, values.length);
    await app.platform.liveRules.settled();
    const transitions = async (rule: string) =>
      (await admin.get(`/api/rule/${rule}/transitions?limit=-1`))
        .json<{ data: RuleTransitionRecord[] }>()
        .data.toReversed()
        .map(told);
    const expected = undisturbed(highOf(deviceId), acknowledged);

    expect(acknowledged).toEqual(values);
    expect(expected.length).toBeGreaterThan(5);
    expect(await transitions(high)).toEqual(expected);
    const followed = expected.map((line) => told({ ...parsed(line), values: { high: line.includes("RAISED") } }));
    expect(await transitions(following)).toEqual(followed);
    const rows = await app.platform.database.read.selectFrom("rule_inputs").select("seq").execute();
    expect(rows).toEqual([]);
  },
);

type Told = Pick<RuleTransitionRecord, "from" | "to" | "occasion">;
const parsed = (line: string): Told => {
  const [from, to, occasion] = line.split(" ");
  return { from, to, occasion } as Told; // as `told` wrote it
};
