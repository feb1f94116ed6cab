import { type AlarmSeverity, type AlarmStatus, alarmSeverities } from "@heliograph/contract";
import type { AlarmId, DeviceId, DeviceTypeId, ProjectId, TenantId, UserId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";

/** Whose alarm it is: a device now; other kinds of things may come. */
export interface Originator {
  readonly type: "DEVICE";
  readonly id: DeviceId;
}

/** At most one of a name is not cleared [ALM1]. */
export interface AlarmName {
  readonly originator: Originator;
  readonly type: string;
}

/** Any JSON: the values that caused it. */
export type AlarmDetails = unknown;

/** Something that is wrong, or was [ALM1]. */
export interface Alarm {
  readonly id: AlarmId;
  readonly tenantId: TenantId;
  readonly originator: Originator;
  readonly type: string;
  readonly severity: AlarmSeverity;
  readonly acknowledged: boolean;
  readonly cleared: boolean;
  readonly createdTime: EpochMs;
  readonly startTs: EpochMs;
  /** When it was last seen; never moves back. */
  readonly endTs: EpochMs;
  readonly ackTs: EpochMs | null;
  readonly clearTs: EpochMs | null;
  readonly assigneeId: UserId | null;
  readonly assignTs: EpochMs | null;
  readonly details: AlarmDetails;
}

export interface AlarmUser {
  readonly id: UserId;
  readonly username: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

/** Nobody is told of alarms of this originator and type until then [ALM3]. */
export interface Shelf {
  readonly until: EpochMs;
  readonly reason: string;
  /** User name of whoever shelved it. */
  readonly by: string;
}

/** An alarm with what people want to know beside it. */
export interface AlarmInfo extends Alarm {
  readonly originatorName: string;
  readonly originatorLabel: string | null;
  readonly deviceTypeId: DeviceTypeId;
  /** From the top down to the one the device is in; empty in none. */
  readonly projectPath: readonly ProjectId[];
  readonly assignee: AlarmUser | null;
  /** May be over by a moment: the sweep has not been there yet. */
  readonly shelf: Shelf | null;
}

export const projectOf = ({ projectPath }: AlarmInfo): ProjectId | null => projectPath.at(-1) ?? null;

export const statusOf = ({ acknowledged, cleared }: Pick<Alarm, "acknowledged" | "cleared">): AlarmStatus =>
  `${cleared ? "CLEARED" : "ACTIVE"}_${acknowledged ? "ACK" : "UNACK"}`;

/** From 5, CRITICAL, down to 1. */
export const rankOf = (severity: AlarmSeverity): number => alarmSeverities.length - alarmSeverities.indexOf(severity);

export const severityOfRank = (rank: number): AlarmSeverity =>
  alarmSeverities[alarmSeverities.length - rank] ?? "INDETERMINATE";
