import { ownTermsRoutes, termsRoutes } from "@heliograph/contract";
import type { Principal } from "../../../core/access/index.ts";
import { type Tenants, type TermsOfUse, termsOutdated } from "../../../core/tenants/index.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { callerOf } from "../access.ts";
import { administeredTenantInPath } from "../route-ids.ts";

interface TermsDependencies {
  readonly terms: TermsOfUse;
  readonly tenants: Tenants;
}

/** A user in a tenant; a system administrator is in none, also when visiting one, and has nothing to accept. */
export const readerOf = ({ userId, username, tenantId, openedUntil }: Principal) =>
  tenantId === undefined || openedUntil !== undefined ? undefined : { userId, username, tenantId };

/** Terms of use: written by administrators, accepted by everybody. */
export function serveTerms(app: HttpApp, { terms, tenants }: TermsDependencies): void {
  register(app, termsRoutes, {
    terms: async (request) => terms.current(await administeredTenantInPath(request, tenants)),

    saveTerms: async (request) => {
      const tenant = await administeredTenantInPath(request, tenants);
      return terms.change(tenant, request.body.version, request.body.text);
    },
  });

  register(app, ownTermsRoutes, {
    ownTerms: async (request) => {
      const reader = readerOf(callerOf(request));
      if (!reader) return { text: "", version: 0, acceptedTime: null };
      const current = await terms.current(reader.tenantId);
      return { ...current, acceptedTime: await terms.acceptedTime(reader, current) };
    },

    acceptTerms: async (request) => {
      const reader = readerOf(callerOf(request));
      if (!reader) throw termsOutdated();
      await terms.accept(reader, request.body.version);
      return {};
    },
  });
}
