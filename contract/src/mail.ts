import { type Static, Type } from "typebox";
import { entityId } from "./ids.ts";
import { nullable } from "./nullable.ts";
import { lineText } from "./text.ts";
import { Timestamp } from "./time.ts";

/** Languages mails are written in. */
export const mailLanguage = Type.Enum(["en", "de"], {
  description: "Language of the mail; English where nothing is said",
});

const host = Type.String({
  minLength: 1,
  maxLength: 253,
  pattern: "^[\\p{L}\\p{N}]([\\p{L}\\p{N}.:-]*[\\p{L}\\p{N}])?$",
  "x-must": "must be a host name or an address",
  "x-form": "host",
  description: "Name or address of the mail server",
  examples: ["smtp.example.org"],
});
const port = Type.Integer({ minimum: 1, maximum: 65_535, description: "Its port", examples: [587] });
const security = Type.Enum(["TLS", "STARTTLS", "NONE"], {
  description: "TLS from the beginning, STARTTLS before anything else is said, or neither",
  examples: ["STARTTLS"],
});
const username = nullable(lineText("To log in with; null where no login is needed", "rail-lab"));
const from = lineText("Whom mails come from", "Rail Lab <noreply@example.org>", 320);

/** What may be shown of a mail server: everything but the password. */
const ShownMailServer = Type.Object({
  ...{ host, port, security, username, from },
  hasPassword: Type.Boolean({ description: "Whether a password is kept; it is never shown" }),
});

export const TenantMailRecord = Type.Object({
  own: nullable(ShownMailServer),
  source: Type.Enum(["TENANT", "NODE", "NONE"], {
    description: "Whose mail server is used: the tenant's own, the node's, or none because there is neither",
  }),
  from: nullable(Type.String({ description: "Whom mails come from", examples: ["Heliograph <noreply@example.org>"] })),
  isInside: Type.Boolean({
    description:
      "Whether the tenant's own server is named by an address inside the node's network where HELIO_MAIL_INSIDE allows none: then no mail goes out",
  }),
  canMakeLinks: Type.Boolean({
    description: "Whether the node knows its public address; without it, links are handed over instead of mailed",
  }),
});
export type TenantMailRecord = Static<typeof TenantMailRecord>;

export const TenantMailInput = Type.Object({
  ...{ host, port, security, from },
  username: Type.Optional(username),
  password: Type.Optional(
    nullable(
      lineText(
        "Kept sealed and never shown. Missing keeps the one there is, for the same server; null is none",
        "…",
        1_024,
      ),
    ),
  ),
});
export type TenantMailInput = Static<typeof TenantMailInput>;

export const MailTest = Type.Object({
  to: lineText("Where to send it", "ada@example.org", 254),
  language: Type.Optional(mailLanguage),
});

export const MailTestAnswer = Type.Object({
  accepted: Type.Boolean({ description: "Whether the mail server took the mail" }),
  response: Type.String({ description: "What the mail server said, or why nothing was said", examples: ["250 OK"] }),
});
export type MailTestAnswer = Static<typeof MailTestAnswer>;

/** Something that is told to the outside because of a change, and has not arrived yet. */
export const DeliveryRecord = Type.Object({
  id: entityId("DELIVERY"),
  createdTime: Timestamp,
  tenantId: nullable(entityId("TENANT")),
  topic: Type.String({ description: "What kind it is", examples: ["mail"] }),
  summary: Type.String({ description: "What it is", examples: ["Invitation of ada@example.org"] }),
  state: Type.Enum(["WAITING", "GIVEN_UP"], { description: "Whether it is tried again", examples: ["WAITING"] }),
  attempts: Type.Integer({ description: "How often it was tried", examples: [2] }),
  nextAttempt: nullable(Timestamp),
  failure: nullable(Type.String({ description: "What was said to the last attempt", examples: ["451 try later"] })),
});
export type DeliveryRecord = Static<typeof DeliveryRecord>;
