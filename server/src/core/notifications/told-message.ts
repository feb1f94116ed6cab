import type { AlarmSeverity, NotificationOccasion } from "@heliograph/contract";
import { parseJsonText } from "@heliograph/contract/json-text";
import type { AlarmId, DeviceId, ProjectId, RuleId, TenantId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";
import type { Place } from "./place.ts";
import type { Reading } from "./reading.ts";

/** Something to be told that no policy is about: what a rule says, or a report that is ready [RUL4]. */
export interface ToldMessage {
  readonly tenantId: TenantId;
  /** Of what tells it, the same when it is told again. */
  readonly key: string;
  readonly severity: AlarmSeverity;
  readonly ts: EpochMs;
  readonly occasion: NotificationOccasion;
  /** What it is about, in a few words. */
  readonly title: string;
  readonly text: string | null;
  /** What was measured; none in what older versions wrote. */
  readonly readings?: readonly Reading[];
  readonly alarmId: AlarmId | null;
  /** The device's alarm of this type is what it is about: while that is silenced, nobody is told [ALM3]. */
  readonly alarmType: string | null;
  /** Users who may not see alarms of it are not told. */
  readonly deviceId: DeviceId | null;
  readonly ruleId: RuleId | null;
  /** What has the same group, such as a rule's action, becomes one message; `waitMs` says how long it waits for more. */
  readonly place: Pick<Place, "name" | "group" | "telling" | "waitMs" | "everyMs" | "longestMs"> & {
    readonly projectId: ProjectId | null;
  };
}

/** Without what stands beside it in its row. */
export type ToldBody = Omit<ToldMessage, "tenantId" | "severity" | "ts">;

/** What waits until nobody is kept from being told any more. */
export type WaitingBody = ToldBody & Pick<ToldMessage, "severity" | "ts">;

/** As it was written by us. */
export const waitingOf = (body: string): WaitingBody => parseJsonText(body) as WaitingBody;

/** As it was written by us. */
export const messageOf = (body: string): ToldBody => parseJsonText(body) as ToldBody;
