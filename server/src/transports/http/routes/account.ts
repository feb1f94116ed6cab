import { accountRoutes, type SessionRecord } from "@heliograph/contract";
import type { LiveSession, Login, Sessions, UserPreferences, Users } from "../../../core/access/index.ts";
import type { Tenants, TermsOfUse } from "../../../core/tenants/index.ts";
import type { SessionId } from "../../../kernel/ids.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { callerOf, requireSession } from "../access.ts";
import { assignmentRecordOf, currentUserOf } from "../records/access-records.ts";
import { readerOf } from "./terms.ts";

interface AccountDependencies {
  readonly login: Login;
  readonly sessions: Sessions;
  readonly users: Users;
  readonly tenants: Tenants;
  readonly preferences: UserPreferences;
  readonly terms: TermsOfUse;
}

/** What users do with their own account [AUTH4]. */
export function serveAccount(app: HttpApp, dependencies: AccountDependencies): void {
  const { login, sessions, users, tenants, preferences, terms } = dependencies;
  register(app, accountRoutes, {
    currentUser: (request) => currentUser(request),

    assignments: async (request) => {
      const user = await users.requireAccount(callerOf(request).userId);
      return (await login.assignmentsOf(user)).map(assignmentRecordOf);
    },

    rename: async (request) => {
      await users.rename(callerOf(request).userId, request.body.firstName, request.body.lastName);
      return currentUser(request);
    },

    changePassword: async (request) => {
      const [{ userId }, sessionId] = [callerOf(request), requireSession(request)];
      const { currentPassword, newPassword } = request.body;
      await users.changePassword({ userId, sessionId, address: request.ip }, currentPassword, newPassword);
      return {};
    },

    sessions: async (request) => {
      const current = requireSession(request);
      return (await sessions.listOf(callerOf(request).userId)).map((live) => sessionRecordOf(live, current));
    },

    endOtherSessions: async (request) => {
      await sessions.endOthers(callerOf(request).userId, requireSession(request));
      return {};
    },

    endSession: async (request) => {
      await sessions.endOwn(callerOf(request).userId, request.params.sessionId.toLowerCase() as SessionId);
      return {};
    },
  });

  async function currentUser(request: Parameters<typeof callerOf>[0]) {
    const caller = callerOf(request);
    const user = await users.requireAccount(caller.userId);
    const reader = readerOf(caller);
    return currentUserOf(caller, {
      user,
      tenant: caller.tenantId && (await tenants.require(caller.tenantId)),
      preferences: await preferences.of(caller.userId),
      termsToAccept: reader ? await terms.toAccept(reader) : null,
    });
  }
}

const sessionRecordOf = ({ session, assignment }: LiveSession, current: SessionId): SessionRecord => ({
  id: { entityType: "SESSION", id: session.id },
  createdTime: session.createdTime,
  expiresTime: session.expiresTime,
  lastUsedTime: session.lastUsedTime,
  isCurrent: session.id === current,
  authority: assignment.role,
  tenantName: assignment.tenant?.name ?? null,
  address: session.address,
  userAgent: session.userAgent,
});
