import { type Static, Type } from "typebox";
import { CommandInput } from "../commands.ts";
import { chosenDevices } from "../device-choice.ts";
import type { Operand } from "../device-groups/comparison.ts";
import { Uuid } from "../ids.ts";
import { mailLanguage } from "../mail.ts";
import { NotificationRecipients, UserChannels } from "../notifications/recipients.ts";
import { freeText } from "../text.ts";

const closed = { additionalProperties: false } as const;
const commandsAtMost = 20;

export const ScheduledCommands = Type.Object(
  {
    kind: Type.Literal("COMMANDS"),
    ...chosenDevices,
    commands: Type.Array(CommandInput, {
      minItems: 1,
      maxItems: commandsAtMost,
      description: "Queued for each device in this order",
    }),
  },
  { ...closed, description: "Queues commands" },
);
export type ScheduledCommands = Static<typeof ScheduledCommands>;

const key = Type.String({ minLength: 1, maxLength: 256, description: "Which one", examples: ["mode"] });
const value = Type.Unsafe<Operand>({
  type: ["string", "number", "boolean"],
  maxLength: 1_024,
  description: "What is written",
  examples: ["night"],
});

/** The time of the point is that at which the run was due: written twice it is one. */
export const ScheduledTelemetry = Type.Object(
  { kind: Type.Literal("PUBLISH_TELEMETRY"), ...chosenDevices, key, value },
  { ...closed, description: "Writes a point of each device" },
);
export type ScheduledTelemetry = Static<typeof ScheduledTelemetry>;

export const ScheduledAttribute = Type.Object(
  {
    kind: Type.Literal("PUBLISH_ATTRIBUTE"),
    ...chosenDevices,
    scope: Type.Enum(["SHARED_SCOPE", "SERVER_SCOPE"], {
      description: "SHARED_SCOPE is shown to the device",
      examples: ["SHARED_SCOPE"],
    }),
    key,
    value,
  },
  { ...closed, description: "Writes an attribute of each device" },
);
export type ScheduledAttribute = Static<typeof ScheduledAttribute>;

/** In the time zone of the schedule, with what its maker may see. */
export const ScheduledReport = Type.Object(
  { kind: Type.Literal("REPORT"), reportId: { ...Uuid, description: "Which of the tenant's reports" } },
  { ...closed, description: "Makes a report" },
);
export type ScheduledReport = Static<typeof ScheduledReport>;

/** Where whoever is told may be anywhere in the tenant: it is about no device. */
export const ScheduledMessage = Type.Object(
  {
    kind: Type.Literal("NOTIFY"),
    recipients: NotificationRecipients,
    channels: Type.Optional(UserChannels),
    text: freeText("What is said", "Empty the sample bottles", 2_000),
    language: Type.Optional({
      ...mailLanguage,
      description: "For addresses and webhooks; English where nothing is said",
    }),
  },
  { ...closed, description: "Tells people, and calls webhooks" },
);
export type ScheduledMessage = Static<typeof ScheduledMessage>;

/** Everything a schedule can do: one more kind is one more of these. Which devices match is decided when it runs. */
const kinds = [ScheduledCommands, ScheduledTelemetry, ScheduledAttribute, ScheduledReport, ScheduledMessage] as const;
export type ScheduleAction = Static<(typeof kinds)[number]>;

export const ScheduleAction = Type.Unsafe<ScheduleAction>({
  type: "object",
  discriminator: { propertyName: "kind" },
  required: ["kind"],
  oneOf: [...kinds],
  description: "What it does",
  examples: [
    {
      kind: "COMMANDS",
      deviceIds: ["784f394c-42b6-435a-983c-b7beff2784f9"],
      commands: [{ type: "SCPI", text: "*TST?" }],
    },
  ],
});
