import { userRoutes } from "@heliograph/contract";
import type { Users } from "../../../core/access/index.ts";
import type { Tenants } from "../../../core/tenants/index.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { callerOf } from "../access.ts";
import { listBody } from "../list-body.ts";
import { userRecordOf } from "../records/access-records.ts";
import { requireNoPlaceUnread, wantedAccessOf } from "../records/grant-records.ts";
import { administeredTenantInPath, userIdOf } from "../route-ids.ts";

interface UserDependencies {
  readonly users: Users;
  readonly tenants: Tenants;
}

/** The users of a tenant [AUTH6]. */
export function serveUsers(app: HttpApp, { users, tenants }: UserDependencies): void {
  register(app, userRoutes, {
    list: async (request, reply) => {
      const tenant = await administeredTenantInPath(request, tenants);
      return listBody(
        reply,
        request.query,
        { page: (page) => users.list(tenant, page), stream: () => users.stream(tenant) },
        userRecordOf,
      );
    },

    add: async (request, reply) => {
      const tenant = await administeredTenantInPath(request, tenants);
      requireNoPlaceUnread(request.body, ["grants"]);
      const { authority, grants, ...person } = request.body;
      const by = { principal: callerOf(request), address: request.ip };
      const userId = await users.create(tenant, person, wantedAccessOf({ authority, grants }), by);
      return reply.code(201).send(userRecordOf(await users.require(tenant, userId)));
    },

    get: async (request) => {
      const tenant = await administeredTenantInPath(request, tenants);
      return userRecordOf(await users.require(tenant, userIdOf(request.params.userId)));
    },

    changeRole: async (request) => {
      const tenant = await administeredTenantInPath(request, tenants);
      requireNoPlaceUnread(request.body, ["grants"]);
      const wanted = wantedAccessOf(request.body);
      return userRecordOf(await users.changeAccess(tenant, userIdOf(request.params.userId), wanted, callerOf(request)));
    },

    endAssignment: async (request) => {
      const tenant = await administeredTenantInPath(request, tenants);
      await users.unassign(tenant, userIdOf(request.params.userId), callerOf(request));
      return {};
    },
  });
}
