import { Type } from "typebox";
import { Uuid } from "../ids.ts";

export const DeviceParams = Type.Object({ deviceId: Uuid });
export const DeviceTypeParams = Type.Object({ deviceProfileId: Uuid });
export const TenantParams = Type.Object({ tenantId: Uuid });
export const TenantUserParams = Type.Object({ tenantId: Uuid, userId: Uuid });

export const TenantInvitationParams = Type.Object({ tenantId: Uuid, invitationId: Uuid });
export const TenantDeliveryParams = Type.Object({ tenantId: Uuid, deliveryId: Uuid });
export const JobParams = Type.Object({ jobId: Uuid });
export const ProjectParams = Type.Object({ projectId: Uuid });
export const ApiKeyParams = Type.Object({ apiKeyId: Uuid });
export const SessionParams = Type.Object({ sessionId: Uuid });
export const ScheduleParams = Type.Object({ scheduleId: Uuid });
export const ReportParams = Type.Object({ reportId: Uuid });
export const ReportFileParams = Type.Object({ reportFileId: Uuid });
export const RuleParams = Type.Object({ ruleId: Uuid });
export const CalculatedChannelParams = Type.Object({ channelId: Uuid });
export const NotificationParams = Type.Object({ notificationId: Uuid });
export const NotificationPolicyParams = Type.Object({ policyId: Uuid });
export const WebhookParams = Type.Object({ webhookId: Uuid });
export const AlarmParams = Type.Object({ alarmId: Uuid });
export const AlarmOriginatorParams = Type.Object({
  entityType: Type.Enum(["DEVICE"], { description: "What has alarms", examples: ["DEVICE"] }),
  entityId: Uuid,
});

/** What a route answers that has nothing to tell. */
export const Done = Type.Object({});
