import type { DeviceId, RuleId } from "../../../kernel/ids.ts";
import type { Devices } from "../../devices/index.ts";
import { type Reach, reaches } from "../../projects/index.ts";
import type { CompiledRule } from "../compile/compiled-rule.ts";
import type { LiveRules } from "../live/live-rules.ts";
import type { Rule } from "../live/rule.ts";
import type { Run } from "../live/run-log.ts";
import type { RunningRule } from "../live/running-rule.ts";
import { isUp, type RuleState } from "../step/rule-state.ts";
import { type Explanation, explained, type TracedCondition } from "../trace.ts";
import type { RuleStore } from "./rule-store.ts";
import type { Rules } from "./rules.ts";

interface TraceParts {
  readonly rules: Pick<Rules, "require" | "faultOf">;
  readonly live: Pick<LiveRules, "ready" | "runningOf">;
  readonly devices: Pick<Devices, "require">;
  readonly store: Pick<RuleStore, "devices">;
  readonly elsewhere?: TracesElsewhere | undefined;
}

/** Where several nodes share the devices: what the others looked at. */
export interface TracesElsewhere {
  runs(rule: RuleId, device: DeviceId | undefined): Promise<readonly Run[]>;
  /** By the node that has the device; undefined where that is this one. */
  why(rule: RuleId, device: DeviceId): Promise<Why | "none" | undefined>;
}

/** One look of a rule, explained. */
export interface ExplainedRun extends Explanation {
  readonly run: Run;
}

/** Why a rule is where it is with a device. */
export interface Why extends Explanation {
  readonly isFor: boolean;
  readonly state: RuleState | undefined;
  readonly reason: string;
  readonly due: number;
}

/** "Why did this (not) fire?" [RUL5]: answered from what the rule knows and what it looked at last. */
export class RuleTraces {
  readonly #parts: TraceParts;

  constructor(parts: TraceParts) {
    this.#parts = parts;
  }

  /** The last ones of devices within reach, newest first. */
  async runs(reach: Reach, id: RuleId, deviceId: DeviceId | undefined): Promise<readonly ExplainedRun[]> {
    await this.#parts.rules.require(reach, id);
    const ready = this.#parts.live.ready(id);
    if (!ready) return [];
    const others = (await this.#parts.elsewhere?.runs(id, deviceId)) ?? [];
    const runs = [...this.runsHere(id, deviceId), ...others].sort((a, b) => b.now - a.now);
    const devices = await this.#parts.store.devices([...new Set(runs.map((run) => run.deviceId))]);
    const seen = new Set(devices.filter(({ projectId }) => reaches(reach, projectId)).map((device) => device.id));
    return runs.filter((run) => seen.has(run.deviceId)).map((run) => ({ run, ...explainedRun(ready.compiled, run) }));
  }

  async why(reach: Reach, id: RuleId, deviceId: DeviceId): Promise<Why> {
    const rule = await this.#parts.rules.require(reach, id);
    await this.#parts.devices.require(reach, deviceId);
    const told = (await this.#parts.elsewhere?.why(id, deviceId)) ?? (await this.whyHere(id, deviceId));
    if (told !== "none") return told;
    const reason = this.#whyNot(reach, rule);
    return { isFor: false, state: undefined, reason, due: Number.POSITIVE_INFINITY, ...nothing };
  }

  /** Of devices that this node has. */
  runsHere(id: RuleId, device: DeviceId | undefined): readonly Run[] {
    const runs = this.#parts.live.ready(id)?.runs.newest() ?? [];
    return runs.filter((run) => device === undefined || run.deviceId === device);
  }

  async whyHere(id: RuleId, device: DeviceId): Promise<Why | "none"> {
    const running = await this.#parts.live.runningOf(id, device);
    return running ? whyOf(running) : "none";
  }

  #whyNot(reach: Reach, rule: Rule): string {
    if (rule.mode === "OFF") return "The rule is off";
    return this.#parts.rules.faultOf(reach, rule)?.message ?? "The rule is not for this device";
  }
}

const nothing: Explanation = { values: {}, conditions: [], holds: [] };

const explainedRun = (rule: CompiledRule, { values, at, before, after }: Run): Explanation =>
  explained(rule, values, at, before, after);

function whyOf(running: RunningRule): Why {
  const { state, lastKnown, due } = running;
  const explanation = explained(running.ready.compiled, lastKnown.values, lastKnown.at, state, state);
  return { isFor: true, state, reason: reasonOf(running, explanation), due, ...explanation };
}

function reasonOf({ state, failure, ready: { rule } }: RunningRule, explanation: Explanation): string {
  if (failure) return `It could not be evaluated: ${failure.message}`;
  if (isUp(state)) {
    const shadow = rule.mode === "SHADOW" ? "; it is in shadow mode and raises no alarm" : "";
    return state.phase === "ACTIVE" ? `It fired and is not over${shadow}` : `It fired and is about to be over${shadow}`;
  }
  if (Object.values(explanation.values).every((value) => value === null)) return "No value of any input is known";
  const counting = explanation.holds.find(({ path, since, isMet }) => since !== null && !isMet && path !== "clear.for");
  if (counting) return soFar(counting);
  return explanation.conditions
    .filter(({ path }) => /^steps\.\d+\.when$/.test(path))
    .map((condition) => answered(condition, explanation.values))
    .join("; ");
}

const soFar = ({ path, soFarMs, neededMs, times, neededTimes }: Explanation["holds"][number]): string =>
  neededMs > 0
    ? `${path}: met for ${soFarMs / 1_000} s of ${neededMs / 1_000} s`
    : `${path}: met by ${times} of ${neededTimes} points in a row`;

const words = { MET: "is met", NOT_MET: "is not met", UNKNOWN: "cannot be told: a value is missing" } as const;

const answered = ({ path, answer }: TracedCondition, values: Explanation["values"]): string => {
  const told = Object.entries(values).map(
    ([name, value]) => `${name} is ${value === null ? "unknown" : JSON.stringify(value)}`,
  );
  return `${path} ${words[answer]} (${told.join(", ")})`;
};
