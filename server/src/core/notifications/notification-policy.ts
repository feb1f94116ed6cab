import type {
  EscalationStep,
  NotificationGrouping,
  NotificationRecipients,
  NotifiedAlarms,
  QuietHours,
  UserChannel,
} from "@heliograph/contract";
import type { NotificationPolicyId, ProjectId, TenantId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";
import type { LetterLanguage } from "../mail/index.ts";

/** How something is told, whoever wants it told. */
export interface Telling {
  readonly recipients: NotificationRecipients;
  readonly channels: readonly UserChannel[];
  readonly language: LetterLanguage;
  readonly quietHours: QuietHours | null;
  /** Messages to one recipient in an hour; null is what the node allows. */
  readonly perHour: number | null;
}

/** What people say of a policy. */
export interface PolicyProperties extends Telling {
  readonly name: string;
  /** For alarms of devices in it and below it; null is the whole tenant. */
  readonly projectId: ProjectId | null;
  readonly enabled: boolean;
  readonly alarms: NotifiedAlarms;
  readonly grouping: NotificationGrouping;
  readonly escalation: readonly EscalationStep[];
  readonly tellCleared: boolean;
}

/** Which alarms are told to whom, how and when [NTF1]. */
export interface NotificationPolicy extends PolicyProperties {
  readonly id: NotificationPolicyId;
  readonly tenantId: TenantId;
  readonly version: number;
  readonly createdTime: EpochMs;
  readonly updatedTime: EpochMs;
}

export interface NotificationPolicyStore {
  /** By name. */
  list(tenant: TenantId): Promise<readonly NotificationPolicy[]>;
  find(tenant: TenantId, id: NotificationPolicyId): Promise<NotificationPolicy | undefined>;
  insert(policy: NotificationPolicy, atMost: number): Promise<"created" | "full" | "name-taken" | "gone">;
  /** Writes the next version; `changed` when it is not the next one any more. */
  update(policy: NotificationPolicy): Promise<"updated" | "changed" | "name-taken" | "gone">;
  /** With what it has not told yet. */
  remove(policy: NotificationPolicy): Promise<void>;
}
