import type { AlarmSeverity, NotificationOccasion } from "@heliograph/contract";
import type { AlarmId, DeviceId, ProjectId, TenantId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";
import type { Place } from "./notice-draft.ts";

/** Something to be told that no policy is about: what a rule says, or a report that is ready [RUL4]. */
export interface ToldMessage {
  readonly tenantId: TenantId;
  readonly severity: AlarmSeverity;
  readonly ts: EpochMs;
  readonly occasion: NotificationOccasion;
  /** What it is about, in a few words. */
  readonly title: string;
  readonly text: string | null;
  readonly alarmId: AlarmId | null;
  /** Users who may not see alarms of it are not told. */
  readonly deviceId: DeviceId | null;
  readonly deviceName: string | null;
  /** What has the same group, such as a rule's action, becomes one message; `waitMs` says how long it waits for more. */
  readonly place: Pick<Place, "name" | "group" | "telling" | "waitMs" | "everyMs"> & {
    readonly projectId: ProjectId | null;
  };
}

/** As it was written by us. */
export function messageOf(body: string | null): Omit<ToldMessage, "tenantId" | "severity" | "ts"> | undefined {
  return body === null ? undefined : (JSON.parse(body) as ToldMessage);
}
