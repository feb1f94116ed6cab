import { TokenPair } from "../auth.ts";
import { nullable } from "../nullable.ts";
import {
  BothFactors,
  CodeCheck,
  NewSecondFactor,
  RecoveryCodes,
  SecondFactorRecord,
  ServiceAccountChange,
  SetupAnswer,
  SetupCode,
  SignInRulesRecord,
} from "../second-factor.ts";
import { UserRecord } from "../users.ts";
import { anyUserInPerson, atStep, needs } from "./access.ts";
import { Done, TenantParams, TenantUserParams } from "./params.ts";
import { routesOf } from "./route.ts";

const tag = "Second factor";

/** The steps of a login after the password [AUTH9]. */
export const loginStepRoutes = routesOf({
  verifyLogin: {
    method: "POST",
    path: "/api/auth/2fa/verification/check",
    access: atStep("PRE_VERIFICATION_TOKEN"),
    tag,
    summary: "The second step of a login: a code for a session",
    description: "The code may stand in the query instead of the body.",
    query: CodeCheck,
    body: nullable(CodeCheck),
    answers: { 200: TokenPair },
  },

  setUpAtLogin: {
    method: "POST",
    path: "/api/auth/2fa/setup",
    access: atStep("MFA_CONFIGURATION_TOKEN"),
    tag,
    summary: "A secret for the second factor that the tenant asks for",
    answers: { 200: NewSecondFactor },
  },

  confirmAtLogin: {
    method: "POST",
    path: "/api/auth/2fa/setup/confirm",
    access: atStep("MFA_CONFIGURATION_TOKEN"),
    tag,
    summary: "Set it up with a first code, and log in",
    description: "Where a switch led here, and no login with a password, the password is needed as well.",
    body: SetupCode,
    answers: { 200: SetupAnswer },
  },
});

/** What users do with their own second factor [AUTH9]. */
export const secondFactorRoutes = routesOf({
  secondFactor: {
    method: "GET",
    path: "/api/2fa/account/settings",
    access: anyUserInPerson,
    tag,
    summary: "One's own second factor",
    answers: { 200: SecondFactorRecord },
  },

  newSecondFactor: {
    method: "POST",
    path: "/api/2fa/account/config/generate",
    access: anyUserInPerson,
    tag,
    summary: "A secret for a second factor; it counts when it is confirmed",
    answers: { 200: NewSecondFactor },
  },

  confirmSecondFactor: {
    method: "POST",
    path: "/api/2fa/account/config",
    access: anyUserInPerson,
    tag,
    summary: "Set up the second factor with the password and a first code; ends the user's other sessions",
    body: BothFactors,
    answers: { 200: RecoveryCodes },
  },

  renewRecoveryCodes: {
    method: "POST",
    path: "/api/2fa/account/recoveryCodes",
    access: anyUserInPerson,
    tag,
    summary: "New recovery codes; the old ones stop working",
    body: BothFactors,
    answers: { 200: RecoveryCodes },
  },

  endSecondFactor: {
    method: "POST",
    path: "/api/2fa/account/disable",
    access: anyUserInPerson,
    tag,
    summary: "Do without a second factor; ends one's sessions in tenants that ask for it",
    body: BothFactors,
    answers: { 200: Done },
  },
});

/** What administrators decide about it [AUTH9]. */
export const signInRuleRoutes = routesOf({
  signInRules: {
    method: "GET",
    path: "/api/tenants/:tenantId/signInRules",
    access: needs("MANAGE_SETTINGS"),
    tag,
    summary: "How one gets into a tenant",
    params: TenantParams,
    answers: { 200: SignInRulesRecord },
  },

  saveSignInRules: {
    method: "PUT",
    path: "/api/tenants/:tenantId/signInRules",
    access: needs("MANAGE_SETTINGS"),
    tag,
    summary: "Ask everybody for a second factor, or not; ends the sessions of those who have none",
    params: TenantParams,
    body: SignInRulesRecord,
    answers: { 200: SignInRulesRecord },
  },
});

/** What administrators do for a user's account [AUTH9]. */
export const userSecondFactorRoutes = routesOf({
  resetSecondFactor: {
    method: "DELETE",
    path: "/api/tenants/:tenantId/users/:userId/secondFactor",
    access: needs("MANAGE_USERS"),
    tag,
    summary: "Take away the second factor of a user who lost it; ends the user's sessions",
    params: TenantUserParams,
    answers: { 200: Done },
  },

  markServiceAccount: {
    method: "PUT",
    path: "/api/tenants/:tenantId/users/:userId/serviceAccount",
    access: needs("MANAGE_USERS"),
    tag,
    summary: "Mark an account that programs use: no second factor is asked for",
    params: TenantUserParams,
    body: ServiceAccountChange,
    answers: { 200: UserRecord },
  },
});
