import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { RuleAction, RuleDefinition, RuleTransitionRecord } from "@heliograph/contract";
import { compileRule, Evaluation, initialState } from "../../server/src/core/rules/index.ts";
import { expectOk } from "./app.ts";
import { createDevice } from "./crash-node.ts";
import type { RestClient } from "./rest-client.ts";

const above = (input: string, value: number) => ({ kind: "COMPARE", input, comparison: "GREATER", value }) as const;
const telemetry = (name: string) => ({ kind: "TELEMETRY", name, key: name }) as const;
/** Nothing of it is late, and everything is told. */
const whenever = { late: { afterMs: 86_400_000, policy: "COUNT" }, notifyWithinMs: 86_400_000 } as const;

/** By points in a row, and by the mean of some: what it decides depends on every point, and on no clock. */
export const hot = (deviceIds: readonly string[], actions: readonly RuleAction[]): RuleDefinition => ({
  scope: { kind: "DEVICE", deviceIds: [...deviceIds] },
  inputs: [telemetry("t"), { ...telemetry("mean"), key: "t", window: { function: "AVG", overMs: 5_000 } }],
  steps: [
    { severity: "CRITICAL", when: above("mean", 60), for: { count: 2 } },
    { severity: "MINOR", when: above("t", 50), for: { count: 2 } },
  ],
  clear: { for: { count: 2 } },
  ...whenever,
  alarmType: "Hot",
  actions: [...actions],
});

const heldMs = 1_000;

/** One point, and then nothing: only a timer decides, which falls due while the node lives, dies or starts. */
const held = (deviceId: string): RuleDefinition => ({
  scope: { kind: "DEVICE", deviceIds: [deviceId] },
  inputs: [telemetry("p")],
  steps: [{ severity: "MAJOR", when: above("p", 50), for: { ms: heldMs } }],
  ...whenever,
  alarmType: "Held",
  actions: [],
});

/** Longer than any life of a node here: it would fall due only if its absences counted. */
const silent = (deviceId: string): RuleDefinition => ({
  scope: { kind: "DEVICE", deviceIds: [deviceId] },
  inputs: [telemetry("once")],
  steps: [],
  noData: { afterMs: 180_000, policy: "RAISE", severity: "WARNING" },
  alarmType: "Silent",
  actions: [],
});

export interface SentPoint {
  readonly ts: number;
  readonly value: number;
}

type Told = Omit<RuleTransitionRecord, "deviceId" | "time" | "cause" | "alarmType" | "actions">;
export const told = ({ from, to, occasion, severity, ts, values }: Told) =>
  `${ts} ${from} ${to} ${occasion} ${severity} ${JSON.stringify(values)}`;

/** What an undisturbed run of the same points comes to. */
export function undisturbed(definition: RuleDefinition, sent: readonly SentPoint[]): string[] {
  const rule = compileRule(definition);
  const evaluation = new Evaluation(rule, initialState(rule), sent[0]?.ts ?? 0);
  return sent.flatMap(({ ts, value }) => evaluation.take([0, 1], ts, value, ts)).map(told);
}

const pathOf = (deviceId: string): string => `/api/plugins/telemetry/DEVICE/${deviceId}/timeseries`;

async function isTaken(admin: RestClient, deviceId: string, ts: number, values: object): Promise<boolean> {
  const answer = await admin.post(`${pathOf(deviceId)}/ANY`, { ts, values }).catch(() => undefined);
  return answer?.status === 200;
}

/** The points of one device. One without an answer is sent again in the next life. */
export class Stream {
  readonly deviceId: string;
  readonly points: readonly SentPoint[];
  acknowledged = 0;

  constructor(deviceId: string, begun: number, length: number, phase: number) {
    this.deviceId = deviceId;
    this.points = Array.from({ length }, (_, at) => ({
      ts: begun + at * 1_000,
      value: Math.round(50 + 40 * Math.sin(phase + at / 3) + 10 * Math.sin(at * 7)),
    }));
  }

  /** Up to a number, or until the node is gone. */
  async send(admin: RestClient, upTo: number): Promise<void> {
    while (this.acknowledged < upTo) {
      const next = this.points[this.acknowledged];
      if (!next || !(await isTaken(admin, this.deviceId, next.ts, { t: next.value }))) return;
      this.acknowledged++;
    }
  }
}

/** High, until the timer has raised the alarm, then low, and so on: each step whenever a node is there to take it. */
class Pulses {
  readonly #deviceId: string;
  readonly #ruleId: string;
  readonly #begun: number;
  #steps = 0;

  constructor(deviceId: string, ruleId: string, begun: number) {
    this.#deviceId = deviceId;
    this.#ruleId = ruleId;
    this.#begun = begun;
  }

  get #isHigh(): boolean {
    return this.#steps % 2 === 1;
  }

  /** One step, if it is time for it. */
  async go(admin: RestClient): Promise<void> {
    if (this.#isHigh && !(await this.#isRaised(admin))) return;
    const ts = this.#begun + this.#steps * 5_000;
    if (await isTaken(admin, this.#deviceId, ts, { p: this.#isHigh ? 10 : 90 })) this.#steps++;
  }

  async #isRaised(admin: RestClient): Promise<boolean> {
    const transitions = await transitionsOf(admin, this.#ruleId).catch(() => []);
    return transitions.at(-1)?.occasion === "RAISED";
  }

  /** Until the last one is over. */
  async end(admin: RestClient): Promise<void> {
    for (; this.#isHigh; await sleep(50)) await this.go(admin);
  }

  /** Each is pending, raised by the timer after its time, and cleared. */
  get expected(): readonly string[] {
    const pulses = Array.from({ length: this.#steps / 2 }, (_, at) => this.#begun + at * 10_000);
    return pulses.flatMap((ts) => [
      `${ts} NORMAL PENDING null`,
      `${ts + heldMs} PENDING ACTIVE RAISED`,
      `${ts + 5_000} ACTIVE NORMAL CLEARED`,
    ]);
  }
}

/** Oldest first. */
export async function transitionsOf(admin: RestClient, ruleId: string): Promise<readonly RuleTransitionRecord[]> {
  const answer = expectOk(await admin.get(`/api/rule/${ruleId}/transitions?limit=-1`));
  return answer.json<{ data: RuleTransitionRecord[] }>().data.toReversed();
}

export async function publishedOf(admin: RestClient, deviceId: string): Promise<readonly number[]> {
  const query = `?keys=echo&startTs=0&endTs=${Date.now() + 1}&limit=100000&orderBy=ASC`;
  const answer = expectOk(await admin.get(`/api/plugins/telemetry/DEVICE/${deviceId}/values/timeseries${query}`));
  return (answer.json<{ echo?: { ts: number }[] }>().echo ?? []).map(({ ts }) => ts);
}

/** The devices and rules of a campaign, made in the first life. */
export interface CampaignWorld {
  readonly streams: readonly Stream[];
  readonly pulses: Pulses;
  readonly ruleIds: Readonly<Record<"hot" | "held" | "silent", string>>;
}

export async function makeWorld(admin: RestClient, hookUrl: string, sizes: { devices: number; length: number }) {
  const begun = Date.now() - sizes.length * 1_000; // none is of the future: the time of those is cut for rules
  const ids: string[] = [];
  for (let at = 0; at < sizes.devices; at++) ids.push((await createDevice(admin, `logger ${at}`)).id);
  const [first = ""] = ids;
  const hook = await admin.calls.notifications.saveWebhook({ body: { name: "hook", url: hookUrl } });
  const save = async (definition: RuleDefinition): Promise<string> =>
    (await admin.calls.rules.save({ body: { name: randomUUID(), mode: "LIVE", definition } })).id.id;
  const actions = actionsOf(hook.id.id);
  const ruleIds = {
    ...{ hot: await save(hot(ids, actions)), held: await save(held(first)), silent: await save(silent(first)) },
  };
  expectOk(await admin.post(`${pathOf(first)}/ANY`, { ts: begun, values: { once: 1 } }));
  const streams = ids.map((id, at) => new Stream(id, begun, sizes.length, at));
  return { streams, pulses: new Pulses(first, ruleIds.held, begun), ruleIds } satisfies CampaignWorld;
}

/** One of each kind: done in a transaction, over HTTP, in the store of points, and collected for people. */
const actionsOf = (webhookId: string): readonly RuleAction[] => [
  { kind: "COMMAND", on: ["RAISED"], type: "SCRIPT", text: "cool" },
  { kind: "WEBHOOK", on: ["RAISED"], webhookId },
  { kind: "PUBLISH_TELEMETRY", on: ["RAISED"], key: "echo", input: "t" },
  { kind: "NOTIFY", on: ["RAISED"], recipients: { roles: ["TENANT_ADMIN"] } },
];
