import { type Static, Type } from "typebox";
import { AlarmSeverityName } from "../alarms/alarm.ts";
import { WeeklyRecurrence } from "../alarms/maintenance-window.ts";
import { CalendarSpans } from "../calendar.ts";
import { entityId, entityReference, Uuid } from "../ids.ts";
import { mailLanguage } from "../mail.ts";
import { nullable } from "../nullable.ts";
import { pageQuery } from "../paging.ts";
import { lineText, nameText } from "../text.ts";
import { latestVersion, Timestamp } from "../time.ts";
import { NotificationRecipients, UserChannels } from "./recipients.ts";

const dayMs = 86_400_000;
const closed = { additionalProperties: false } as const;
const span = (description: string, minimum: number, maximum: number, example: number) =>
  Type.Integer({ minimum, maximum, description, examples: [example] });
const severities = (description: string) => Type.Array(AlarmSeverityName, { uniqueItems: true, description });
const ids = (description: string) => Type.Optional(Type.Array(Uuid, { maxItems: 100, uniqueItems: true, description }));

/** Of each list one has to fit; a list that is missing or empty asks for nothing. */
export const NotifiedAlarms = Type.Object(
  {
    types: Type.Optional(
      Type.Array(nameText("Type of alarm", "Too hot"), {
        maxItems: 100,
        uniqueItems: true,
        description: "These types",
      }),
    ),
    severities: Type.Optional(severities("These severities")),
    deviceIds: ids("Of these devices"),
    deviceProfileIds: ids("Of devices of these types"),
    projectIds: ids("Of devices in these projects and below them"),
  },
  { ...closed, description: "Which alarms; nothing said is all of them", examples: [{ severities: ["CRITICAL"] }] },
);
export type NotifiedAlarms = Static<typeof NotifiedAlarms>;

/** One message for many alarms [NTF1]. */
export const NotificationGrouping = Type.Object(
  {
    by: Type.Enum(["ALL", "TYPE", "PROJECT", "DEVICE", "NONE"], {
      description: "What is told together: everything, what has the type, project or device in common, or nothing",
      examples: ["ALL"],
    }),
    waitMs: span(
      "A message waits so long for more to come, up to six times as long while more comes",
      0,
      600_000,
      5_000,
    ),
    everyMs: span("Messages of a group are at least so far apart", 0, dayMs, 60_000),
  },
  closed,
);
export type NotificationGrouping = Static<typeof NotificationGrouping>;

/** When nobody is woken: mails and webhooks wait until it is over, the inbox does not [NTF1]. */
export const QuietHours = Type.Object(
  {
    ...WeeklyRecurrence.properties,
    except: severities("These are told nevertheless"),
  },
  { ...closed, description: "Each week on these days, at what clocks of the zone show" },
);
export type QuietHours = Static<typeof QuietHours>;

/** Others are told when nobody has acknowledged an alarm for some time [NTF1]. */
export const EscalationStep = Type.Object(
  {
    afterMs: span("So long after it was told first", 60_000, 7 * dayMs, 900_000),
    recipients: NotificationRecipients,
    channels: UserChannels,
  },
  closed,
);
export type EscalationStep = Static<typeof EscalationStep>;

const said = {
  name: nameText("Name, unique in the tenant", "Pumps at night"),
  enabled: Type.Boolean({ description: "Whether anybody is told" }),
  alarms: NotifiedAlarms,
  recipients: NotificationRecipients,
  channels: UserChannels,
  grouping: NotificationGrouping,
  quietHours: nullable(QuietHours),
  escalation: Type.Array(EscalationStep, { maxItems: 10, description: "In the order of their times" }),
  perHour: nullable(
    span("Messages to one recipient in one hour; more wait, and become one. null: what the node allows", 1, 3_600, 10),
  ),
  tellCleared: Type.Boolean({ description: "Whether the end of an alarm that was told is told, too" }),
  language: mailLanguage,
};

const version = Type.Integer({
  minimum: 1,
  maximum: latestVersion,
  description: "Grows with every change; send it back with yours",
  examples: [3],
});

/** Which alarms are told to whom, how and when [NTF1]. */
export const NotificationPolicyRecord = Type.Object({
  id: entityId("NOTIFICATION_POLICY"),
  createdTime: Timestamp,
  updatedTime: Timestamp,
  tenantId: entityId("TENANT"),
  projectId: nullable(entityId("PROJECT")),
  version,
  ...said,
});
export type NotificationPolicyRecord = Static<typeof NotificationPolicyRecord>;

/** With whom it names that is not there any more. */
export const CheckedPolicy = Type.Object({
  ...NotificationPolicyRecord.properties,
  problems: Type.Array(
    Type.Object({
      path: Type.String({ description: "Where in the policy", examples: ["recipients.userIds.0"] }),
      message: Type.String({ examples: ["No user 784f394c-42b6-435a-983c-b7beff2784f9"] }),
    }),
    { description: "Whom it names and who is not there any more: those who are left are told" },
  ),
});
export type CheckedPolicy = Static<typeof CheckedPolicy>;

/** Creates without an id, changes with one. A change names the version it was made from. */
export const NotificationPolicyInput = Type.Object({
  id: Type.Optional(entityReference("NOTIFICATION_POLICY")),
  version: Type.Optional({ ...version, description: "With an id: the version it was made from" }),
  projectId: Type.Optional(nullable(entityReference("PROJECT"))),
  name: said.name,
  enabled: Type.Optional(said.enabled),
  alarms: Type.Optional(said.alarms),
  recipients: said.recipients,
  channels: Type.Optional(said.channels),
  grouping: Type.Optional(Type.Partial(NotificationGrouping)),
  quietHours: Type.Optional(said.quietHours),
  escalation: Type.Optional(said.escalation),
  perHour: Type.Optional(said.perHour),
  tellCleared: Type.Optional(said.tellCleared),
  language: Type.Optional(mailLanguage),
});
export type NotificationPolicyInput = Static<typeof NotificationPolicyInput>;

export const NotificationPolicyQuery = Type.Object({
  ...pageQuery,
  textSearch: Type.Optional(lineText("Part of the name; case does not matter", "pumps")),
});

/** For a calendar: when a policy that is on keeps mails and webhooks back. */
export const QuietCalendarEntry = Type.Object({
  policyId: entityId("NOTIFICATION_POLICY"),
  name: said.name,
  spans: CalendarSpans,
});
export type QuietCalendarEntry = Static<typeof QuietCalendarEntry>;
