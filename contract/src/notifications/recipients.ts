import { type Static, Type } from "typebox";
import { Uuid } from "../ids.ts";
import { tenantRoles } from "../permissions.ts";
import { lineText } from "../text.ts";

/** How somebody is told [NTF1]. */
export const notificationChannels = ["INBOX", "MAIL", "WEBHOOK"] as const;
export type NotificationChannel = (typeof notificationChannels)[number];

/** Of each kind one can be named so often. */
const namedAtMost = 100;
const ids = (description: string) =>
  Type.Optional(Type.Array(Uuid, { maxItems: namedAtMost, uniqueItems: true, description }));

/** Whom something is told. Users are told only of devices they may see the alarms of [PRJ1]. */
export const NotificationRecipients = Type.Object(
  {
    userIds: ids("These users"),
    roles: Type.Optional(
      Type.Array(Type.Enum([...tenantRoles], { examples: ["OPERATOR"] }), {
        maxItems: tenantRoles.length,
        uniqueItems: true,
        description: "Everybody who holds one of these built-in roles, wherever",
      }),
    ),
    roleIds: ids("Everybody who holds one of these roles of the tenant's own, wherever"),
    projectIds: ids("The members of these projects: who was given a role in one, or in one above it"),
    addresses: Type.Optional(
      Type.Array(lineText("A mail address", "oncall@example.org", 254), {
        maxItems: namedAtMost,
        uniqueItems: true,
        description: "Mail addresses of anybody; they are told of everything the policy is for",
      }),
    ),
    webhookIds: ids("These webhooks"),
  },
  { additionalProperties: false, description: "Whom it is told", examples: [{ roles: ["OPERATOR"] }] },
);
export type NotificationRecipients = Static<typeof NotificationRecipients>;

/** Users have an inbox, and a mailbox where their name is an address. */
export const UserChannels = Type.Array(Type.Enum(["INBOX", "MAIL"], { examples: ["INBOX"] }), {
  minItems: 1,
  maxItems: 2,
  uniqueItems: true,
  description: "How users are told; addresses get mail and webhooks a request whatever this is",
  examples: [["INBOX", "MAIL"]],
});
export type UserChannel = Static<typeof UserChannels>[number];
