import { tenantRoutes } from "@heliograph/contract";
import type { Tenants } from "../../../core/tenants/index.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { listBody } from "../list-body.ts";
import { tenantRecordOf } from "../records/access-records.ts";
import { administeredTenantInPath } from "../route-ids.ts";

/** Tenants: made and removed by the system administrator [AUTH6]. */
export function serveTenants(app: HttpApp, { tenants }: { readonly tenants: Tenants }): void {
  register(app, tenantRoutes, {
    list: (request, reply) =>
      listBody(
        reply,
        request.query,
        { page: (page) => tenants.list(page), stream: () => tenants.stream() },
        tenantRecordOf,
      ),

    create: async (request, reply) => reply.code(201).send(tenantRecordOf(await tenants.create(request.body.name))),

    get: async (request) => tenantRecordOf(await tenants.require(await administeredTenantInPath(request, tenants))),

    remove: async (request) => {
      await tenants.remove(await administeredTenantInPath(request, tenants));
      return {};
    },
  });
}
