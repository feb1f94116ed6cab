import type { DeviceId } from "../../../kernel/ids.ts";
import type { TelemetryValue } from "../../telemetry/index.ts";
import type { ToldInput } from "./looks-at.ts";
import type { ToldValue, WaitingInput } from "./told-change.ts";

/** What a rule looks at of one device. */
export interface InputOfDevice {
  readonly device: DeviceId;
  readonly input: ToldInput;
}

/** Something that was so from a moment on. */
export interface PastEvent {
  readonly ts: number;
  readonly value: TelemetryValue;
}

/** What rules look at beside points, as it is stored. What was evaluated is removed with what followed from it. */
export interface RuleInputStore {
  /** The oldest of those that were not evaluated. */
  waiting(atMost: number): Promise<readonly WaitingInput[]>;
  waitingOf(devices: readonly DeviceId[]): Promise<readonly WaitingInput[]>;
  /** What each of them is now; what became of files and commands, before a moment. */
  present(inputs: readonly InputOfDevice[]): Promise<readonly ToldValue[]>;
  lastBefore(of: InputOfDevice, time: number): Promise<ToldValue>;
  /** What is kept of alarms, files and commands within a span, by time; of others nothing is. */
  past(of: InputOfDevice, from: number, to: number, atMost: number): Promise<readonly PastEvent[]>;
}
