import { type Static, Type } from "typebox";
import { AlarmSeverityName } from "../alarms/alarm.ts";
import { entityId } from "../ids.ts";
import { nullable } from "../nullable.ts";
import { pageQuery } from "../paging.ts";
import { lineText } from "../text.ts";
import { Timestamp } from "../time.ts";
import { notificationOccasions } from "./delivery.ts";

const InboxWords = Type.Object({ subject: Type.String(), text: Type.String() });

/** A message in somebody's inbox [NTF1]. */
export const InboxRecord = Type.Object({
  id: entityId("NOTIFICATION"),
  createdTime: Timestamp,
  subject: Type.String({ examples: ["Critical: Too hot, logger-0042"] }),
  text: Type.String({ description: "A line for each alarm, the worst ones" }),
  translations: Type.Optional(
    Type.Object({ en: InboxWords, de: InboxWords }, { description: "What it says, in each language" }),
  ),
  severity: AlarmSeverityName,
  occasion: Type.Enum([...notificationOccasions], { examples: ["RAISED"] }),
  count: Type.Integer({ description: "Alarms it is about", examples: [1] }),
  alarmId: nullable(entityId("ALARM")),
  deviceId: nullable(entityId("DEVICE")),
  policyName: Type.String({ examples: ["Pumps at night"] }),
  read: Type.Boolean(),
});
export type InboxRecord = Static<typeof InboxRecord>;

export const InboxQuery = Type.Object({
  ...pageQuery,
  unread: Type.Optional(Type.Boolean({ description: "true: only what was not read" })),
  severity: Type.Optional({ ...AlarmSeverityName, description: "Only what is this bad" }),
  textSearch: Type.Optional(
    lineText("Part of the subject, the text or the name of what told it; case does not matter", "hot"),
  ),
});

export const InboxState = Type.Object({
  unread: Type.Integer({ description: "Messages not read yet", examples: [4] }),
});
export type InboxState = Static<typeof InboxState>;
