import { NewUser, pageOf, pageQuery, RoleChange, UserRecord } from "@heliograph/contract";
import { Type } from "typebox";
import type { Users } from "../../../core/access/index.ts";
import type { Tenants } from "../../../core/tenants/index.ts";
import { needs } from "../access.ts";
import type { HttpApp } from "../http-app.ts";
import { listBody } from "../list-body.ts";
import { userRecordOf } from "../records/access-records.ts";
import { administeredTenantInPath, TenantParams, TenantUserParams, userIdOf } from "../route-ids.ts";

interface UserDependencies {
  readonly users: Users;
  readonly tenants: Tenants;
}

const tags = ["Users"];

/** The users of a tenant [AUTH6]. */
export function userRoutes(app: HttpApp, { users, tenants }: UserDependencies): void {
  app.get(
    "/api/tenants/:tenantId/users",
    {
      config: { access: needs("VIEW_USERS") },
      schema: {
        tags,
        summary: "The users of a tenant",
        params: TenantParams,
        querystring: Type.Object(pageQuery),
        response: { 200: pageOf(UserRecord) },
      },
    },
    async (request, reply) => {
      const tenant = await administeredTenantInPath(request, tenants);
      return listBody(
        reply,
        request.query,
        { page: (page) => users.list(tenant, page), stream: () => users.stream(tenant) },
        userRecordOf,
      );
    },
  );

  app.post(
    "/api/tenants/:tenantId/users",
    {
      config: { access: needs("MANAGE_USERS") },
      schema: {
        tags,
        summary: "Add a user; an existing user name is given a further assignment",
        params: TenantParams,
        body: NewUser,
        response: { 201: UserRecord },
      },
    },
    async (request, reply) => {
      const tenant = await administeredTenantInPath(request, tenants);
      const { authority, ...person } = request.body;
      const userId = await users.add(tenant, person, authority);
      return reply.code(201).send(userRecordOf(await users.require(tenant, userId)));
    },
  );

  app.get(
    "/api/tenants/:tenantId/users/:userId",
    {
      config: { access: needs("VIEW_USERS") },
      schema: { tags, summary: "One user", params: TenantUserParams, response: { 200: UserRecord } },
    },
    async (request) => {
      const tenant = await administeredTenantInPath(request, tenants);
      return userRecordOf(await users.require(tenant, userIdOf(request.params.userId)));
    },
  );

  app.put(
    "/api/tenants/:tenantId/users/:userId",
    {
      config: { access: needs("MANAGE_USERS") },
      schema: {
        tags,
        summary: "Change a user's role in this tenant",
        params: TenantUserParams,
        body: RoleChange,
        response: { 200: UserRecord },
      },
    },
    async (request) => {
      const tenant = await administeredTenantInPath(request, tenants);
      return userRecordOf(await users.changeRole(tenant, userIdOf(request.params.userId), request.body.authority));
    },
  );

  app.delete(
    "/api/tenants/:tenantId/users/:userId",
    {
      config: { access: needs("MANAGE_USERS") },
      schema: {
        tags,
        summary: "End a user's assignment to this tenant",
        params: TenantUserParams,
        response: { 200: Type.Object({}) },
      },
    },
    async (request) => {
      const tenant = await administeredTenantInPath(request, tenants);
      await users.unassign(tenant, userIdOf(request.params.userId));
      return {};
    },
  );
}
