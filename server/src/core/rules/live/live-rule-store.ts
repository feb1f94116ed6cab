import type { AlarmId, DeviceId, DeviceTypeId, ProjectId, RuleId, TenantId } from "../../../kernel/ids.ts";
import type { Transition } from "../step/transition.ts";
import type { Rule } from "./rule.ts";
import type { KeptState } from "./state-text.ts";

/** One rule of one device. */
export interface RuleOfDevice {
  readonly ruleId: RuleId;
  readonly deviceId: DeviceId;
}

/** What a rule has decided of a device. */
export interface StoredState extends RuleOfDevice, KeptState {
  /** When something happens although nothing arrives; null when nothing does. */
  readonly due: number | null;
  /** Of the alarm it holds up; null where there is none, or nobody is to see one. */
  readonly alarmType: string | null;
  /** The event time of each input's newest point when this was decided: one that is sent again is not new. */
  readonly seen: readonly (number | null)[];
}

export interface StoredTransition extends RuleOfDevice {
  readonly id: string;
  readonly transition: Transition;
}

/** A state that nobody decides on any more, and the alarm that goes with it. */
export interface LeftState extends RuleOfDevice {
  readonly tenantId: TenantId;
  readonly alarmType: string | null;
}

/** An open alarm that says that a rule failed at a device. */
export interface FailureAlarm {
  readonly id: AlarmId;
  readonly tenantId: TenantId;
  readonly deviceId: DeviceId;
  readonly type: string;
  readonly details: unknown;
}

/** What has to be known of a device to tell which rules are for it. */
export interface ScopedDevice {
  readonly id: DeviceId;
  readonly tenantId: TenantId;
  readonly typeId: DeviceTypeId;
  readonly projectId: ProjectId | null;
  /** Its project and those above it. */
  readonly projectIds: readonly ProjectId[];
}

/** Everything that follows from the points up to a position. */
export interface Decided {
  readonly position: number;
  readonly states: readonly StoredState[];
  readonly transitions: readonly StoredTransition[];
  /** Those of which nothing is known any more. */
  readonly forgotten: readonly RuleOfDevice[];
  /** Rules that have many new transitions: the oldest beyond so many go. */
  readonly trimmed: readonly RuleId[];
  /** What was evaluated beside the points: it is not told again. */
  readonly evaluated: readonly number[];
  /** The same of commits that were left by a node that is gone. */
  readonly unseen: readonly number[];
}

/** What live evaluation keeps. States and transitions of devices and rules that are gone meanwhile are passed over. */
export interface LiveRuleStore {
  /** Those that are not off, as they are for points after this position: which versions. There may be very many. */
  versionsInForce(position: number): Promise<readonly Pick<Rule, "id" | "version">[]>;
  /** These of them. */
  inForce(position: number, ids: readonly RuleId[]): Promise<readonly Rule[]>;
  /** Where in the log rules became others, after this position. */
  changesAfter(position: number): Promise<readonly number[]>;
  devices(ids: readonly DeviceId[]): Promise<readonly ScopedDevice[]>;
  /** Of all tenants, in the order of their ids. */
  devicesAfter(id: DeviceId | undefined, atMost: number): Promise<readonly ScopedDevice[]>;
  statesOf(devices: readonly DeviceId[]): Promise<readonly StoredState[]>;
  /** Those that fall due by themselves or have an alarm, and those of these rules. */
  watchedStatesOf(devices: readonly DeviceId[], rules: readonly RuleId[]): Promise<readonly StoredState[]>;
  /** Devices with a state that falls due by itself, or with an alarm. */
  devicesToWatch(): Promise<readonly DeviceId[]>;
  /** Up to where the points were followed; undefined when never. */
  position(): Promise<number | undefined>;
  /** Joins the transaction it is called in. Tells what of it was there. */
  save(decided: Decided): Promise<(of: RuleOfDevice) => boolean>;
  /** States of rules that are off or deleted, some of them. */
  left(atMost: number): Promise<readonly LeftState[]>;
  /** Of all tenants, some of them, in the order of their ids. */
  failureAlarms(after: AlarmId | undefined, atMost: number): Promise<readonly FailureAlarm[]>;
  /** Deleted rules of which nothing is left. */
  removeDeleted(): Promise<void>;
}
