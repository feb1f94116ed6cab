import { passwordResetRoutes } from "@heliograph/contract";
import type { PasswordResets } from "../../../core/access/index.ts";
import type { Tenants } from "../../../core/tenants/index.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { callerOf } from "../access.ts";
import { administeredTenantInPath, userIdOf } from "../route-ids.ts";

interface PasswordResetDependencies {
  readonly passwordResets: PasswordResets;
  readonly tenants: Tenants;
}

/** New passwords for those who forgot theirs [AUTH9]. */
export function servePasswordResets(app: HttpApp, { passwordResets, tenants }: PasswordResetDependencies): void {
  register(app, passwordResetRoutes, {
    passwordResetWays: async () => ({ byMail: await passwordResets.isByMail() }),

    requestPasswordReset: async (request) => {
      await passwordResets.request(request.body.email, request.ip);
      return {};
    },

    viewPasswordReset: async (request) => {
      const { user, reset } = await passwordResets.requireOpen(request.body.resetToken);
      return { username: user.username, expiresTime: reset.expiresTime };
    },

    resetPassword: async (request) => {
      await passwordResets.use(request.body.resetToken, request.body.password, request.ip);
      return {};
    },

    offerPasswordReset: async (request) => {
      const tenant = await administeredTenantInPath(request, tenants);
      const made = await passwordResets.make(tenant, userIdOf(request.params.userId), callerOf(request));
      return { ...made, link: `/password#${made.token}` }; // behind the #: it stays out of logs
    },
  });
}
