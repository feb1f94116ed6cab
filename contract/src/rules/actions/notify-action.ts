import { type Static, Type } from "typebox";
import { Uuid } from "../../ids.ts";
import { mailLanguage } from "../../mail.ts";
import { tenantRoles } from "../../permissions.ts";
import { freeText } from "../../text.ts";
import { closed } from "../durations.ts";
import { type SaidProblem, said } from "../said-problem.ts";
import { actionSchema } from "./action-kind.ts";

const namedAtMost = 100;
const ids = (description: string) => Type.Optional(Type.Array(Uuid, { maxItems: namedAtMost, description }));
const text = Type.Optional(freeText("What is said beside what happened", "Reduce the speed and call the shop", 2_000));

const language = Type.Optional({
  ...mailLanguage,
  description: "For who has chosen none: addresses and webhooks; English where nothing is said",
});

/** Whoever is told; who may not see the device is not told of it. */
export const RuleRecipients = Type.Object(
  {
    userIds: ids("Users"),
    roles: Type.Optional(
      Type.Array(Type.Enum([...tenantRoles], { examples: ["OPERATOR"] }), {
        maxItems: tenantRoles.length,
        description: "Everybody who holds one of these built-in roles",
      }),
    ),
    roleIds: ids("Everybody who holds one of these roles of the tenant's own"),
    projectIds: ids("The members of these projects"),
    addresses: Type.Optional(
      Type.Array(
        Type.String({ minLength: 3, maxLength: 254, pattern: "^[^@\\s]+@[^@\\s]+$", examples: ["ops@example.org"] }),
        { maxItems: namedAtMost, description: "Mail addresses of people without an account" },
      ),
    ),
  },
  { ...closed, description: "Who is told" },
);
export type RuleRecipients = Static<typeof RuleRecipients>;

/** Tells people [NTF1]: how each is told is theirs to choose. */
export const NotifyAction = actionSchema("NOTIFY", { recipients: RuleRecipients, text, language }, "Tells people");
export type NotifyAction = Static<typeof NotifyAction>;

/** Calls a webhook of the tenant [NTF1]. */
export const WebhookAction = actionSchema(
  "WEBHOOK",
  { webhookId: { ...Uuid, description: "Which of the tenant's webhooks" }, text, language },
  "Calls a webhook",
);
export type WebhookAction = Static<typeof WebhookAction>;

/** Why it makes no sense, or undefined. */
export function notifyProblem({ recipients }: NotifyAction): SaidProblem | undefined {
  const isSomebody = Object.values(recipients).some((named) => named.length > 0);
  return isSomebody ? undefined : said("NOBODY_TOLD", "it tells nobody");
}
