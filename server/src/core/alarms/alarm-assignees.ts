import type { ProjectId, TenantId, UserId } from "../../kernel/ids.ts";
import { foldCase } from "../../kernel/text.ts";
import { grantsOf, reachFor, type TenantUser, type UserStore } from "../access/index.ts";
import { reaches } from "../projects/index.ts";
import type { AlarmUser } from "./alarm.ts";
import type { HeldAlarm } from "./alarm-store.ts";
import { assigneeNotFound } from "./errors.ts";

type Users = Pick<UserStore, "findInTenant" | "streamInTenant">;

/** An alarm is given to somebody who can see it. */
export class AlarmAssignees {
  readonly #users: Users;

  constructor(users: Users) {
    this.#users = users;
  }

  async require({ tenantId, projectId }: HeldAlarm, id: UserId): Promise<void> {
    const user = await this.#users.findInTenant(tenantId, id);
    if (!user || !canSee(user, projectId)) throw assigneeNotFound(id);
  }

  async nameOf(tenant: TenantId, id: UserId): Promise<string> {
    return (await this.#users.findInTenant(tenant, id))?.username ?? id;
  }

  /** By user name. */
  async *stream(tenant: TenantId, project: ProjectId | null, textSearch = ""): AsyncGenerator<readonly AlarmUser[]> {
    const text = foldCase(textSearch);
    for await (const users of this.#users.streamInTenant(tenant)) {
      yield users.filter((user) => canSee(user, project) && searchTextOf(user).includes(text));
    }
  }
}

const canSee = (user: TenantUser, project: ProjectId | null): boolean => {
  const reach = reachFor({ tenantId: user.tenantId, grants: grantsOf(user) }, ["VIEW_ALARMS"]);
  return reach !== undefined && reaches(reach, project);
};

const searchTextOf = ({ username, firstName, lastName }: AlarmUser): string =>
  foldCase([username, firstName ?? "", lastName ?? ""].join("\n"));
