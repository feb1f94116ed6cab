import type { NotificationRecipients } from "@heliograph/contract";
import type { ProjectId, TenantId, WebhookId } from "../../kernel/ids.ts";
import { grantsOf, reachFor, type TenantUser, type UserStore } from "../access/index.ts";
import { type ReachedProjects, reaches } from "../projects/index.ts";
import type { Recipient } from "./notice.ts";
import type { NoticePlaces } from "./notice-store.ts";
import type { Telling } from "./notification-policy.ts";
import type { WebhookStore } from "./webhook.ts";

interface RecipientParts {
  readonly users: Pick<UserStore, "streamInTenant" | "findInTenant">;
  readonly webhooks: Pick<WebhookStore, "find">;
}

/** Where somebody may see alarms. */
export const alarmProjects = (user: TenantUser): ReachedProjects =>
  reachFor({ tenantId: user.tenantId, grants: grantsOf(user) }, ["VIEW_ALARMS"])?.projects ?? new Set();

/** Works out whom a message goes to, at the moment it goes: who left, or sees nothing of it, is not told [NTF1, PRJ1]. */
export class Recipients {
  readonly #parts: RecipientParts;
  readonly #atMost: number;

  constructor(parts: RecipientParts, atMost: number) {
    this.#parts = parts;
    this.#atMost = atMost;
  }

  async of(tenant: TenantId, { recipients, channels }: Telling, places: NoticePlaces): Promise<readonly Recipient[]> {
    const users = await this.#users(tenant, recipients, places);
    const told = users.flatMap(({ id, authorityId, username }) =>
      channels.map((channel) => ({ channel, name: username, userId: id, authorityId, webhookId: null })),
    );
    const mailed = new Set(told.filter(({ channel }) => channel === "MAIL").map(({ name }) => name.toLowerCase()));
    const plainAddresses = (recipients.addresses ?? []).filter((address) => !mailed.has(address.toLowerCase()));
    const letters = plainAddresses.map((name) => ({ ...nobody, channel: "MAIL" as const, name }));
    const all = [...told, ...letters, ...(await this.#webhooks(tenant, recipients))];
    return all.slice(0, this.#atMost);
  }

  async #users(tenant: TenantId, wanted: NotificationRecipients, places: NoticePlaces): Promise<readonly TenantUser[]> {
    if (![wanted.userIds, wanted.roles, wanted.roleIds, wanted.projectIds].some((list) => list?.length)) return [];
    const found: TenantUser[] = [];
    for await (const users of this.#parts.users.streamInTenant(tenant)) {
      found.push(...users.filter((user) => isNamed(user, wanted) && seesSome(user, places)));
      if (found.length >= this.#atMost) break;
    }
    return found;
  }

  async #webhooks(tenant: TenantId, { webhookIds = [] }: NotificationRecipients): Promise<readonly Recipient[]> {
    const found: Recipient[] = [];
    for (const id of webhookIds) {
      const webhook = await this.#parts.webhooks.find(tenant, id as WebhookId);
      if (webhook) found.push({ ...nobody, channel: "WEBHOOK", name: webhook.name, webhookId: webhook.id });
    }
    return found;
  }
}

const nobody = { userId: null, authorityId: null, webhookId: null } as const;

/** A built-in role is held by an assignment without grants, or by a grant. */
export function isNamed(user: TenantUser, { userIds, roles, roleIds, projectIds }: NotificationRecipients): boolean {
  const { grants } = user;
  const builtIn =
    grants.length === 0 ? [user.role] : grants.flatMap(({ role }) => (role.kind === "built-in" ? role.name : []));
  const own = grants.flatMap(({ role }) => (role.kind === "own" ? role.id : []));
  const isMember = (id: string) => grants.some(({ projects }) => projects !== "all" && projects.has(id as ProjectId));
  return (
    (userIds ?? []).some((id) => id === user.id) ||
    (roles ?? []).some((role) => builtIn.includes(role)) ||
    (roleIds ?? []).some((id) => own.some((held) => held === id)) ||
    (projectIds ?? []).some(isMember)
  );
}

function seesSome(user: TenantUser, { projects, isAnywhere }: NoticePlaces): boolean {
  const reach = { tenantId: user.tenantId, projects: alarmProjects(user) };
  return isAnywhere || projects.some((project) => reaches(reach, project));
}
