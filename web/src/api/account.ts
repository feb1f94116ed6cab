import type { PreferencesChange } from "@heliograph/contract";
import { queryOptions } from "@tanstack/react-query";
import { api, session } from "../app.ts";

/** What is left out stays as it is. */
export const savePreferences = (body: PreferencesChange) => api.auth.savePreferences({ body });

export const passwordResetWays = queryOptions({
  queryKey: ["password-reset-ways"],
  queryFn: () => session.passwordResetWays(),
  staleTime: 60_000,
  retry: false,
});

/** Without a session: the link is all that is needed. */
export const passwordResetBehind = (token: string) =>
  queryOptions({
    queryKey: ["password-reset", token],
    queryFn: () => session.viewPasswordReset(token),
    retry: false,
  });

export const offerPasswordReset = (tenantId: string, userId: string) =>
  api.users.offerPasswordReset({ tenantId, userId });

export const tenantTerms = (tenantId: string) =>
  queryOptions({
    queryKey: ["terms", tenantId],
    queryFn: () => api.tenants.terms({ tenantId }),
  });

export const saveTerms = (tenantId: string, text: string, version: number) =>
  api.tenants.saveTerms({ tenantId, body: { text, version } });

export const ownTerms = queryOptions({
  queryKey: ["own-terms"],
  queryFn: () => api.auth.ownTerms(),
  staleTime: 0,
});

export const acceptTerms = (version: number) => api.auth.acceptTerms({ body: { version } });
