import type { RuleDefinition } from "@heliograph/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { WritablePoints } from "../../../../../test/support/calculated-points.ts";
import { sizeOf } from "../../../../../test/switches.ts";
import {
  type CalculatedChannelId,
  type DeviceId,
  type DeviceTypeId,
  newId,
  type TenantId,
} from "../../../kernel/ids.ts";
import { epochMs } from "../../../kernel/time.ts";
import { compileRule, Evaluation, HopMarks, initialState } from "../../rules/index.ts";
import type { Point, PointBatch } from "../../telemetry/index.ts";
import type { CalculatedChannel } from "../calculated-channel.ts";
import type { CalculationProgress } from "./live-calculation-store.ts";
import { LiveCalculations } from "./live-calculations.ts";

const noon = Date.UTC(2026, 10, 20, 12);
const tenantId = newId<TenantId>();
const typeId = newId<DeviceTypeId>();
const device = newId<DeviceId>();
const maxAgeMs = 600_000;

const channelOf = (key: string, inputs: readonly string[], expression: string): CalculatedChannel => ({
  ...{ id: newId<CalculatedChannelId>(), tenantId, version: 1, createdTime: epochMs(0), updatedTime: epochMs(0) },
  definition: {
    scope: { kind: "DEVICE_TYPE", deviceTypeId: typeId },
    inputs: inputs.map((name) => ({ kind: "CHANNEL" as const, name, key: name, maxAgeMs })),
    ...{ key, expression },
  },
});

const channels = [
  channelOf("power", ["u", "i"], "u * i"),
  channelOf("cost", ["power", "i"], "power + i"),
  channelOf("half", ["w"], "w / 2"),
];

/** A node that calculates, and what it told of results, in order. */
class Place {
  readonly points = new (class extends WritablePoints {
    readonly told: Point[] = [];

    override async append(of: DeviceId, points: PointBatch): Promise<void> {
      if (!this.isDead) this.told.push(...points);
      await super.append(of, points);
    }
  })(noon);
  #progress: CalculationProgress = { position: 0, time: epochMs(noon) };
  #live: LiveCalculations | undefined;

  async start(): Promise<void> {
    this.points.isDead = false;
    const { points } = this;
    const store = {
      channels: async () => channels,
      devices: async () => [{ id: device, tenantId, typeId, projectId: null, projectIds: [] }],
      members: async () => [],
      progress: async () => this.#progress,
      seen: async () => undefined,
      note: async (progress: CalculationProgress) => {
        this.#progress = progress;
      },
    };
    const failed = (error: unknown): never => {
      throw error;
    };
    const audience = { offer: () => undefined };
    const told = { onFailure: failed, onRefused: failed, audience, hops: new HopMarks() };
    this.#live = new LiveCalculations({ store, log: points, points, clock: points.clock, ...told }, 10);
    await this.#live.start();
  }

  async settled(): Promise<void> {
    await this.#live?.settled();
  }

  async kill(): Promise<void> {
    this.points.isDead = true;
    await this.points.unfollow();
    void this.#live?.stop();
    await this.start();
  }

  async end(): Promise<void> {
    await this.#live?.stop();
  }
}

const above = (input: string) => ({ kind: "COMPARE", input, comparison: "GREATER", value: 30 }) as const;
const ruleOf = (key: string, window?: { function: "MAX" | "COUNT"; overMs: number }): RuleDefinition => ({
  ...{ scope: { kind: "DEVICE", deviceIds: [device] }, alarmType: "High", actions: [] },
  inputs: [{ kind: "TELEMETRY", name: "x", key, ...(window && { window }) }],
  steps: [{ severity: "MAJOR", when: above("x") }],
});

/** What a rule decides by points in this order. */
function decided(definition: RuleDefinition, points: readonly Point[]): readonly string[] {
  const rule = compileRule(definition);
  const evaluation = new Evaluation(rule, initialState(rule), noon);
  const [input] = definition.inputs;
  return points
    .filter(({ key }) => input?.kind === "TELEMETRY" && key === input.key)
    .flatMap(({ ts, value }) => evaluation.take([0], ts, value, noon + 86_400_000))
    .map(({ from, to, ts }) => `${from} ${to} ${ts}`);
}

const rules = ["power", "cost", "half"].flatMap((key) => [
  ruleOf(key),
  ruleOf(key, { function: "MAX", overMs: 5_000 }),
]);

interface Message {
  /** Seconds before the one that is newest by then. */
  readonly late: number;
  readonly isPower: boolean;
  readonly value: number;
  /** Joined: in one batch with the next one, as the log is read again. */
  readonly then: "settle" | "go on" | "joined" | "kill";
}

const messages = (then: fc.Arbitrary<Message["then"]>): fc.Arbitrary<readonly Message[]> =>
  fc.array(
    fc.record({
      late: fc.oneof(
        { weight: 4, arbitrary: fc.constant(0) },
        { weight: 1, arbitrary: fc.integer({ min: 1, max: 6 }) },
      ),
      isPower: fc.boolean(),
      value: fc.integer({ min: 1, max: 60 }),
      then,
    }),
    { maxLength: 40 },
  );

const pointsOf = ({ late, isPower, value }: Message, at: number): readonly Point[] => {
  const ts = epochMs(noon + (at - late) * 1_000 - (late > 0 ? 500 - at : 0));
  if (!isPower) return [{ key: "w", ts, value: value * 2 }];
  return [
    { key: "u", ts, value },
    { key: "i", ts, value: 1 },
  ];
};

/** What rules decide when messages are calculated together as they say, or each for itself. */
async function outcome(sent: readonly Message[], isEachAlone: boolean): Promise<readonly (readonly string[])[]> {
  const place = new Place();
  await place.start();
  let joined: readonly Point[] = [];
  for (const [at, message] of sent.entries()) {
    joined = [...joined, ...pointsOf(message, at)];
    if (!isEachAlone && message.then === "joined" && at < sent.length - 1) continue;
    place.points.now += 10;
    place.points.send(device, joined);
    joined = [];
    if (isEachAlone || message.then === "settle") await place.settled();
    else if (message.then === "kill") await place.kill();
  }
  await place.settled();
  await place.end();
  return rules.map((rule) => decided(rule, place.points.told));
}

test("[RUL3, RUL7] what rules decide by calculated channels does not depend on how many messages were calculated together", async () => {
  const then = fc.constantFrom(
    "settle" as const,
    "go on" as const,
    "go on" as const,
    "joined" as const,
    "kill" as const,
  );
  await fc.assert(
    fc.asyncProperty(messages(then), async (sent) => {
      expect(await outcome(sent, false)).toEqual(await outcome(sent, true));
    }),
    { numRuns: Math.ceil(sizeOf("HELIO_TEST_RULE_RUNS") / 4) },
  );
});
