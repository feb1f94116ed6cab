import type { SignInRulesRecord } from "@heliograph/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../app.ts";
import { underForm } from "./under-form.ts";

export const ownSecondFactor = queryOptions({
  queryKey: ["second-factor"],
  queryFn: () => api.auth.secondFactor(),
});

export const newSecondFactor = () => api.auth.newSecondFactor();

export const confirmSecondFactor = async (verificationCode: string, password: string): Promise<readonly string[]> =>
  (await api.auth.confirmSecondFactor({ body: { password, verificationCode } })).recoveryCodes;

export const renewRecoveryCodes = async (password: string, verificationCode: string): Promise<readonly string[]> =>
  (await api.auth.renewRecoveryCodes({ body: { password, verificationCode } })).recoveryCodes;

export const endSecondFactor = (password: string, verificationCode: string) =>
  api.auth.endSecondFactor({ body: { password, verificationCode } });

export const signInRules = (tenantId: string) =>
  queryOptions({
    queryKey: ["sign-in-rules", tenantId],
    queryFn: () => api.tenants.signInRules({ tenantId }),
    ...underForm,
  });

export const saveSignInRules = (tenantId: string, body: SignInRulesRecord) =>
  api.tenants.saveSignInRules({ tenantId, body });

export const resetSecondFactor = (tenantId: string, userId: string) =>
  api.users.resetSecondFactor({ tenantId, userId });

export const markServiceAccount = (tenantId: string, userId: string, serviceAccount: boolean) =>
  api.users.markServiceAccount({ tenantId, userId, body: { serviceAccount } });
