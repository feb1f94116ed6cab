import { tenantRoutes } from "@heliograph/contract";
import { openingNeedsCode, type SecondFactors, type Sessions } from "../../../core/access/index.ts";
import type { Tenants } from "../../../core/tenants/index.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { requireSession } from "../access.ts";
import { listBody } from "../list-body.ts";
import { tenantRecordOf } from "../records/access-records.ts";
import { administeredTenantInPath } from "../route-ids.ts";

interface TenantDependencies {
  readonly tenants: Tenants;
  readonly sessions: Sessions;
  readonly secondFactors: Pick<SecondFactors, "stateOf">;
}

/** Tenants: made and removed by the system administrator [AUTH6]. */
export function serveTenants(app: HttpApp, { tenants, sessions, secondFactors }: TenantDependencies): void {
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

    rename: async (request) => {
      const tenant = await administeredTenantInPath(request, tenants);
      return tenantRecordOf(await tenants.rename(tenant, request.body.name));
    },

    open: async (request) => {
      const live = await sessions.requireLive(requireSession(request));
      const { id, name } = await tenants.require(await administeredTenantInPath(request, tenants));
      const { isRequired, isService } = await secondFactors.stateOf(live.user.id, id);
      if (isRequired && !isService && !live.session.isVerified) throw openingNeedsCode(); // as for everybody there [AUTH9]
      return sessions.openTenant(live, { id, name });
    },

    remove: async (request) => {
      await tenants.remove(await administeredTenantInPath(request, tenants));
      return {};
    },
  });
}
