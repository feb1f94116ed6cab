import { OwnTerms, TermsAcceptance, TermsInput, TermsRecord } from "../terms.ts";
import { anyUserInPerson, needs } from "./access.ts";
import { Done, TenantParams } from "./params.ts";
import { routesOf } from "./route.ts";

const tag = "Terms of use";

export const termsRoutes = routesOf({
  terms: {
    method: "GET",
    path: "/api/tenants/:tenantId/terms",
    access: needs("MANAGE_SETTINGS"),
    tag,
    summary: "The terms of use of a tenant",
    params: TenantParams,
    answers: { 200: TermsRecord },
  },

  saveTerms: {
    method: "PUT",
    path: "/api/tenants/:tenantId/terms",
    access: needs("MANAGE_SETTINGS"),
    tag,
    summary: "Change the terms of use; every user is asked to accept the new version",
    params: TenantParams,
    body: TermsInput,
    answers: { 200: TermsRecord },
  },
});

export const ownTermsRoutes = routesOf({
  ownTerms: {
    method: "GET",
    path: "/api/auth/terms",
    access: anyUserInPerson,
    tag,
    summary: "The terms of use of the tenant one is in, and whether one accepted them",
    answers: { 200: OwnTerms },
  },

  acceptTerms: {
    method: "POST",
    path: "/api/auth/terms/accept",
    access: anyUserInPerson,
    tag,
    summary: "Accept a version of the terms of use",
    body: TermsAcceptance,
    answers: { 200: Done },
  },
});
