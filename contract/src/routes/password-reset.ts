import {
  NewPassword,
  PasswordResetLink,
  PasswordResetRequest,
  PasswordResetView,
  PasswordResetWays,
  ResetToken,
} from "../password-reset.ts";
import { anyone, needs } from "./access.ts";
import { Done, TenantUserParams } from "./params.ts";
import { routesOf } from "./route.ts";

const tag = "Passwords";

/** A new password without the old one, by a link that works once [AUTH9]. */
export const passwordResetRoutes = routesOf({
  passwordResetWays: {
    method: "GET",
    path: "/api/noauth/resetPassword",
    access: anyone,
    tag,
    summary: "Whether a link to a new password can be sent by mail",
    answers: { 200: PasswordResetWays },
  },

  requestPasswordReset: {
    method: "POST",
    path: "/api/noauth/resetPasswordByEmail",
    access: anyone,
    tag,
    summary: "Ask for a mail with a link to a new password; the answer is the same for known and unknown names",
    body: PasswordResetRequest,
    answers: { 200: Done },
  },

  viewPasswordReset: {
    method: "POST",
    path: "/api/noauth/resetPassword/view",
    access: anyone,
    tag,
    summary: "Whose password a link sets, told to who has it",
    body: ResetToken,
    answers: { 200: PasswordResetView },
  },

  resetPassword: {
    method: "POST",
    path: "/api/noauth/resetPassword",
    access: anyone,
    tag,
    summary: "Set a new password with a link; ends all of the user's sessions",
    body: NewPassword,
    answers: { 200: Done },
  },

  offerPasswordReset: {
    method: "POST",
    path: "/api/tenants/:tenantId/users/:userId/passwordReset",
    access: needs("MANAGE_USERS"),
    tag,
    summary: "A link to a new password, to hand over to the user",
    params: TenantUserParams,
    answers: { 200: PasswordResetLink },
  },
});
