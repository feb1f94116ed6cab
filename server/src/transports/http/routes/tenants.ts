import { NewTenant, pageOf, pageQuery, TenantRecord } from "@heliograph/contract";
import { Type } from "typebox";
import type { Tenants } from "../../../core/tenants/index.ts";
import { anyUser, needs } from "../access.ts";
import type { HttpApp } from "../http-app.ts";
import { listBody } from "../list-body.ts";
import { tenantRecordOf } from "../records/access-records.ts";
import { administeredTenantInPath, TenantParams } from "../route-ids.ts";

const tags = ["Tenants"];

/** Tenants: made and removed by the system administrator [AUTH6]. */
export function tenantRoutes(app: HttpApp, { tenants }: { readonly tenants: Tenants }): void {
  app.get(
    "/api/tenants",
    {
      config: { access: needs("MANAGE_TENANTS") },
      schema: {
        tags,
        summary: "All tenants",
        querystring: Type.Object(pageQuery),
        response: { 200: pageOf(TenantRecord) },
      },
    },
    (request, reply) =>
      listBody(
        reply,
        request.query,
        { page: (page) => tenants.list(page), stream: () => tenants.stream() },
        tenantRecordOf,
      ),
  );

  app.post(
    "/api/tenants",
    {
      config: { access: needs("MANAGE_TENANTS") },
      schema: { tags, summary: "Create a tenant", body: NewTenant, response: { 201: TenantRecord } },
    },
    async (request, reply) => reply.code(201).send(tenantRecordOf(await tenants.create(request.body.name))),
  );

  app.get(
    "/api/tenants/:tenantId",
    {
      config: { access: anyUser },
      schema: { tags, summary: "One tenant: one's own", params: TenantParams, response: { 200: TenantRecord } },
    },
    async (request) => tenantRecordOf(await tenants.require(await administeredTenantInPath(request, tenants))),
  );

  app.delete(
    "/api/tenants/:tenantId",
    {
      config: { access: needs("MANAGE_TENANTS") },
      schema: {
        tags,
        summary: "Remove a tenant with everything in it",
        params: TenantParams,
        response: { 200: Type.Object({}) },
      },
    },
    async (request) => {
      await tenants.remove(await administeredTenantInPath(request, tenants));
      return {};
    },
  );
}
