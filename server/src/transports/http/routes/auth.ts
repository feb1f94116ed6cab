import { authRoutes } from "@heliograph/contract";
import type { FastifyRequest } from "fastify";
import { type Login, notOpened, type Sessions, type SignIn } from "../../../core/access/index.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { callerOf, requireSession } from "../access.ts";
import { assignmentRecordOf } from "../records/access-records.ts";
import { originOf } from "../session-origin.ts";

interface AuthDependencies {
  readonly login: Login;
  readonly sessions: Sessions;
  readonly signIn: SignIn;
}

/** Logging in and out, and choosing a tenant [AUTH1, AUTH2, AUTH4]. */
export function serveAuth(app: HttpApp, { login, sessions, signIn }: AuthDependencies): void {
  register(app, authRoutes, {
    assignmentsFor: async (request) => {
      const user = await login.authenticate({ ...request.body, ...from(request) });
      return (await login.assignmentsOf(user)).map(assignmentRecordOf);
    },

    login: async (request) => {
      const { authorityId, ...credentials } = request.body;
      const user = await login.authenticate({ ...credentials, ...from(request) });
      return signIn.enter(user, authorityId, originOf(request));
    },

    refresh: (request) => sessions.refresh(request.body.refreshToken),

    switchTenant: async (request) => {
      const live = await sessions.requireLive(requireSession(request));
      const { user, session } = live;
      if (callerOf(request).openedUntil !== undefined)
        return sessions.leaveTenant(live, await login.choose(user, request.body.authorityId));
      return signIn.enter(user, request.body.authorityId, originOf(request), session);
    },

    leaveTenant: async (request) => {
      const live = await sessions.requireLive(requireSession(request));
      if (callerOf(request).openedUntil === undefined) throw notOpened();
      return sessions.leaveTenant(live, await login.choose(live.user, live.assignment.id));
    },

    logout: async (request) => {
      await sessions.logout(requireSession(request), callerOf(request));
      return {};
    },
  });
}

const from = ({ ip, raw }: FastifyRequest) => ({ address: ip, isGone: () => raw.socket.destroyed });
