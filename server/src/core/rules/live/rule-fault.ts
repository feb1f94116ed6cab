import type { SaidProblem } from "@heliograph/contract";
import type { DeviceId } from "../../../kernel/ids.ts";
import { type EpochMs, epochMs } from "../../../kernel/time.ts";

/** Longer ones are cut: they are stored with the state and shown in an alarm. */
const detailAtMost = 300;

/** Since when a rule cannot be evaluated for a device, and why. It lasts until it could for a while. */
export interface Failure {
  readonly since: number;
  readonly message: string;
}

/** What keeps a rule from deciding [RUL5]. */
export interface RuleFault extends SaidProblem {
  readonly code: "RULE_NOT_COMPILED" | "RULE_NOT_EVALUATED";
  readonly time: EpochMs;
  /** The one it last failed for; null: it does so for all of them. */
  readonly deviceId: DeviceId | null;
}

export const detailOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, detailAtMost);

const saidOf = <Code extends RuleFault["code"]>(code: Code, message: string, detail: string) => ({
  ...{ code, message: `${message}: ${detail}`, params: { detail } },
});

/** It was saved by another version, or by a hand: nothing of it is evaluated. */
export const notCompiled = (error: unknown, time: EpochMs): RuleFault => ({
  ...saidOf("RULE_NOT_COMPILED", "This version cannot read the rule, which decides nothing", detailOf(error)),
  ...{ time, deviceId: null },
});

export const notEvaluated = ({ since, message }: Failure, deviceId: DeviceId): RuleFault => ({
  ...saidOf("RULE_NOT_EVALUATED", "It could not be evaluated", message),
  ...{ time: epochMs(Math.round(since)), deviceId },
});
