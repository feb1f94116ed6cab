import type { NotificationRecipients } from "@heliograph/contract";
import { AppError } from "../../kernel/errors.ts";
import type { ProjectId, RoleId, UserId, WebhookId } from "../../kernel/ids.ts";
import type { RoleStore, UserStore } from "../access/index.ts";
import { isMailAddress } from "../mail/index.ts";
import type { Projects, Reach } from "../projects/index.ts";
import type { Webhooks } from "./webhooks.ts";

interface Parts {
  readonly users: Pick<UserStore, "findInTenant">;
  readonly roles: Pick<RoleStore, "find">;
  readonly projects: Pick<Projects, "require">;
  readonly webhooks: Pick<Webhooks, "require">;
}

/** Something that is named and is not there, or not for who names it, which is the same [API3]. */
export interface Misnamed {
  /** Such as `userIds.0`. */
  readonly path: string;
  readonly named: string;
  readonly message: string;
  /** By which pages have words of their own. */
  readonly code: string;
  /** How it is refused where it was asked for. */
  readonly refusal?: AppError;
}

type List = keyof NotificationRecipients;

/** Looks whether whoever is to be told is there [NTF1]. */
export class NamedRecipients {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async misnamed(reach: Reach, recipients: NotificationRecipients): Promise<readonly Misnamed[]> {
    const { users, roles, projects, webhooks } = this.#parts;
    const { tenantId } = reach;
    return [
      ...(await this.#in(recipients, "userIds", "user", (id) => users.findInTenant(tenantId, id as UserId))),
      ...(await this.#in(recipients, "roleIds", "role", (id) => roles.find(tenantId, id as RoleId))),
      ...(await this.#in(recipients, "projectIds", "project", (id) => projects.require(reach, id as ProjectId))),
      ...(await this.#in(recipients, "webhookIds", "webhook", (id) =>
        webhooks.require(reach, id as WebhookId, "to-use"),
      )),
      ...(recipients.addresses ?? []).flatMap((address, at) =>
        isMailAddress(address)
          ? []
          : [
              {
                ...{ path: `addresses.${at}`, named: address, code: "ADDRESS_INVALID" },
                message: `"${address}" is no address a mail can be sent to`,
              },
            ],
      ),
    ];
  }

  async #in(
    recipients: NotificationRecipients,
    list: List,
    what: string,
    find: (id: string) => Promise<unknown>,
  ): Promise<readonly Misnamed[]> {
    const found: Misnamed[] = [];
    for (const [at, id] of (recipients[list] ?? []).entries()) {
      const missing = {
        path: `${list}.${at}`,
        named: id,
        code: `NO_${what.toUpperCase()}`,
        message: `No ${what} ${id}`,
      };
      try {
        if ((await find(id.toLowerCase())) === undefined) found.push(missing);
      } catch (refusal) {
        if (!(refusal instanceof AppError)) throw refusal;
        found.push({ ...missing, refusal });
      }
    }
    return found;
  }
}
