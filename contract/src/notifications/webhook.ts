import { type Static, Type } from "typebox";
import { entityId, entityReference } from "../ids.ts";
import { nullable } from "../nullable.ts";
import { pageQuery } from "../paging.ts";
import { lineText, nameText } from "../text.ts";
import { Timestamp } from "../time.ts";

/** The forms a request can have. */
export const webhookTemplates = ["JSON", "SLACK", "TEAMS", "TELEGRAM"] as const;
export type WebhookTemplate = (typeof webhookTemplates)[number];

const name = nameText("Name, unique in the tenant", "Maintenance");
const template = Type.Enum([...webhookTemplates], {
  description: "JSON has everything; the others are what these programs take",
  examples: ["JSON"],
});
const chatId = nullable(lineText("For TELEGRAM: the chat", "-1001234567890", 64));

/** Where messages are posted, without what is secret in it [NTF1]. */
export const WebhookRecord = Type.Object({
  id: entityId("WEBHOOK"),
  createdTime: Timestamp,
  updatedTime: Timestamp,
  tenantId: entityId("TENANT"),
  projectId: nullable(entityId("PROJECT")),
  name,
  template,
  host: Type.String({
    description: "Where it goes; the rest of the address may be a secret and is not shown",
    examples: ["hooks.example.com"],
  }),
  isInside: Type.Boolean({
    description: "Whether that is an address inside the node's network which HELIO_WEBHOOK_INSIDE does not allow",
  }),
  chatId,
});
export type WebhookRecord = Static<typeof WebhookRecord>;

export const WebhookInput = Type.Object({
  id: Type.Optional(entityReference("WEBHOOK")),
  projectId: Type.Optional(nullable(entityReference("PROJECT"))),
  name,
  template: Type.Optional(template),
  url: Type.Optional(
    lineText(
      "Where it goes; kept sealed. Missing in a change keeps the one there is",
      "https://hooks.example.com/x",
      2_048,
    ),
  ),
  chatId: Type.Optional(chatId),
});
export type WebhookInput = Static<typeof WebhookInput>;

/** The only time the secret is shown. */
export const WebhookWithSecret = Type.Object({
  ...WebhookRecord.properties,
  secret: nullable(
    Type.String({
      description: "With which requests are signed; shown when it is made and never again",
      examples: ["whsec_…"],
    }),
  ),
});
export type WebhookWithSecret = Static<typeof WebhookWithSecret>;

export const WebhookQuery = Type.Object(pageQuery);
