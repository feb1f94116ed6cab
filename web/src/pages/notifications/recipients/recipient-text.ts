import type { NotificationRecipients } from "@heliograph/contract";
import type { Messages } from "../../../i18n/messages.tsx";

export interface Named {
  readonly id: string;
  readonly name: string;
}

/** Whom one can name, as far as one may see them. Undefined: one may not, and sees no names either. */
export interface RecipientChoices {
  readonly me: Named;
  readonly users: readonly Named[] | undefined;
  readonly roles: readonly Named[] | undefined;
  readonly projects: readonly Named[];
  readonly webhooks: readonly Named[] | undefined;
}

export interface RecipientWords {
  readonly policies: Messages["policies"];
  readonly roles: Messages["roles"]["names"];
  readonly choices: RecipientChoices;
}

/** So many are named; the others are counted. */
const namedAtMost = 4;

/** "every Operator, ada@example.org and webhook Maintenance" */
export function whomText(recipients: NotificationRecipients, { policies: w, roles, choices }: RecipientWords): string {
  const { userIds = [], roles: builtIn = [], roleIds = [], projectIds = [] } = recipients;
  const { addresses = [], webhookIds = [] } = recipients;
  const named = (all: readonly Named[] | undefined, unseen: string) => (id: string) =>
    all === undefined ? unseen : (all.find((one) => one.id === id)?.name ?? w.gone);
  const user = named(choices.users, w.someUser);
  const names = [
    ...builtIn.map((role) => w.everyRole(roles[role])),
    ...roleIds.map((id) => w.everyRole(named(choices.roles, "…")(id))),
    ...userIds.map((id) => (id === choices.me.id ? w.me : user(id))),
    ...projectIds.map((id) => w.membersOf(named(choices.projects, "…")(id))),
    ...addresses,
    ...webhookIds.map((id) => w.webhook(named(choices.webhooks, "…")(id))),
  ];
  if (names.length === 0) return w.nobody;
  const shown = names.slice(0, namedAtMost);
  return joined(names.length > namedAtMost ? [...shown, w.more(names.length - namedAtMost)] : shown, w.and);
}

/** Whether users are among them: addresses get mails and webhooks requests, whatever users are told by. */
export const hasUsers = ({ userIds, roles, roleIds, projectIds }: NotificationRecipients): boolean =>
  [userIds, roles, roleIds, projectIds].some((list) => list !== undefined && list.length > 0);

/** "a, b and c" */
export const joined = (words: readonly string[], last: string): string =>
  words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")}${last}${words.at(-1)}`;
