import { type OwnRoleRecord, ownRoleRoutes } from "@heliograph/contract";
import type { FastifyRequest } from "fastify";
import type { OwnRole, RoleProperties, Roles } from "../../../core/access/index.ts";
import { roleNotFound, roleVersionNeeded } from "../../../core/access/index.ts";
import type { Tenants } from "../../../core/tenants/index.ts";
import type { RoleId, TenantId } from "../../../kernel/ids.ts";
import { type PageRequest, pageOf } from "../../../kernel/paging.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { callerOf } from "../access.ts";
import { listBody } from "../list-body.ts";
import { roleReferenceOf } from "../records/grant-records.ts";
import { administeredTenantInPath } from "../route-ids.ts";

interface RoleDependencies {
  readonly roles: Roles;
  readonly tenants: Tenants;
}

const format = "heliograph-roles-1" as const;

/** The tenant's own roles [ROL1]. */
export function serveOwnRoles(app: HttpApp, { roles, tenants }: RoleDependencies): void {
  register(app, ownRoleRoutes, {
    ownRoles: async (request, reply) =>
      listBody(reply, request.query, listOf(roles, await administeredTenantInPath(request, tenants)), (role) => ({
        ...roleRecordOf(role),
        holders: role.holders,
      })),

    saveRole: async (request, reply) => {
      const tenant = await administeredTenantInPath(request, tenants);
      const { id, version } = request.body;
      const [properties, caller] = [propertiesOf(request.body), callerOf(request)];
      if (id === undefined) return reply.code(201).send(roleRecordOf(await roles.create(tenant, properties, caller)));
      if (version === undefined) throw roleVersionNeeded();
      return reply.send(roleRecordOf(await roles.update(tenant, roleIdOf(id.id), properties, version, caller)));
    },

    exportRoles: async (request) => {
      const all = await roles.list(await administeredTenantInPath(request, tenants));
      return { format, roles: all.map(contentOf) };
    },

    importRoles: async (request) => {
      const tenant = await administeredTenantInPath(request, tenants);
      return roles.importAll(tenant, request.body.roles.map(propertiesOf), callerOf(request));
    },

    getRole: async (request) => roleRecordOf(await roles.require(...named(request))),

    previewRole: async (request) => {
      const { permissions } = request.body;
      const change = await roles.preview(...named(request), permissions);
      return {
        added: grantable(change.added),
        removed: grantable(change.removed),
        users: change.users.map(({ user, gains, loses }) => ({
          userId: { entityType: "USER" as const, id: user.id },
          username: user.username,
          gains: grantable(gains),
          loses: grantable(loses),
        })),
      };
    },

    removeRole: async (request) => {
      await roles.remove(...named(request));
      return {};
    },
  });
}

/** The role a path names, in the caller's tenant; outside of all tenants there is none. */
function named(request: FastifyRequest<{ Params: { roleId: string } }>): [TenantId, RoleId] {
  const [{ tenantId }, id] = [callerOf(request), roleIdOf(request.params.roleId)];
  if (tenantId === undefined) throw roleNotFound(id);
  return [tenantId, id];
}

const roleIdOf = (text: string): RoleId => text.toLowerCase() as RoleId;

type Grantable = OwnRoleRecord["permissions"][number];
const grantable = (permissions: readonly string[]): Grantable[] => permissions as Grantable[];

function listOf(roles: Roles, tenant: TenantId) {
  return {
    page: async (page: PageRequest) => {
      const all = await roles.list(tenant);
      return pageOf(all.slice(page.page * page.limit, (page.page + 1) * page.limit), all.length, page);
    },
    stream: async function* () {
      yield await roles.list(tenant);
    },
  };
}

const contentOf = ({ name, description, permissions }: RoleProperties) => ({
  name,
  description,
  permissions: grantable(permissions),
});

const roleRecordOf = (role: OwnRole): OwnRoleRecord => ({
  id: roleReferenceOf(role.id),
  createdTime: role.createdTime,
  tenantId: { entityType: "TENANT", id: role.tenantId },
  ...contentOf(role),
  version: role.version,
});

interface RoleContent extends Pick<RoleProperties, "name" | "permissions"> {
  readonly description?: string | null;
}

const propertiesOf = ({ name, description, permissions }: RoleContent): RoleProperties => ({
  name,
  description: description || null,
  permissions: [...new Set(permissions)],
});
