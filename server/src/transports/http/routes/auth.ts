import {
  Assignment,
  ChangePasswordRequest,
  Credentials,
  CurrentUser,
  LoginRequest,
  ProfileChange,
  permissions,
  RefreshRequest,
  RoleRecord,
  roles,
  SwitchRequest,
  TokenPair,
} from "@heliograph/contract";
import { Type } from "typebox";
import type { Login, Sessions, Users } from "../../../core/access/index.ts";
import type { Tenants } from "../../../core/tenants/index.ts";
import { anyone, anyUser, callerOf } from "../access.ts";
import type { HttpApp } from "../http-app.ts";
import { assignmentRecordOf, currentUserOf } from "../records/access-records.ts";

interface AuthDependencies {
  readonly login: Login;
  readonly sessions: Sessions;
  readonly users: Users;
  readonly tenants: Tenants;
}

const tags = ["Authentication"];

/** Logging in, choosing a tenant, and what users do with their own account [AUTH1, AUTH2, AUTH4]. */
export function authRoutes(app: HttpApp, { login, sessions, users, tenants }: AuthDependencies): void {
  app.post(
    "/api/noauth/authorization",
    {
      config: { access: anyone },
      schema: {
        tags,
        summary: "The tenants a user can log in to",
        body: Credentials,
        response: { 200: Type.Array(Assignment) },
      },
    },
    async (request) => {
      const user = await login.authenticate({ ...request.body, address: request.ip });
      return (await login.assignmentsOf(user)).map(assignmentRecordOf);
    },
  );

  app.post(
    "/api/auth/login",
    {
      config: { access: anyone },
      schema: { tags, summary: "Log in to a tenant", body: LoginRequest, response: { 200: TokenPair } },
    },
    async (request) => {
      const { authorityId, ...credentials } = request.body;
      const user = await login.authenticate({ ...credentials, address: request.ip });
      return sessions.open(user, await login.choose(user, authorityId));
    },
  );

  app.post(
    "/api/auth/token",
    {
      config: { access: anyone },
      schema: {
        tags,
        summary: "A new pair of tokens for a refresh token, which works once",
        body: RefreshRequest,
        response: { 200: TokenPair },
      },
    },
    (request) => sessions.refresh(request.body.refreshToken),
  );

  app.post(
    "/api/auth/switch",
    {
      config: { access: anyUser },
      schema: {
        tags,
        summary: "Change to another tenant of the same user; ends the session that asks",
        body: SwitchRequest,
        response: { 200: TokenPair },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { user } = await sessions.requireLive(caller.sessionId);
      const tokens = await sessions.open(user, await login.choose(user, request.body.authorityId));
      await sessions.end(caller.sessionId);
      return tokens;
    },
  );

  app.post(
    "/api/auth/logout",
    { config: { access: anyUser }, schema: { tags, summary: "End this session", response: { 200: Type.Object({}) } } },
    async (request) => {
      await sessions.end(callerOf(request).sessionId);
      return {};
    },
  );

  app.get(
    "/api/auth/user",
    {
      config: { access: anyUser },
      schema: { tags, summary: "Who the token speaks for, and what it may do", response: { 200: CurrentUser } },
    },
    (request) => currentUser(request),
  );

  app.get(
    "/api/auth/assignments",
    {
      config: { access: anyUser },
      schema: {
        tags,
        summary: "The tenants one can switch to with POST /api/auth/switch",
        response: { 200: Type.Array(Assignment) },
      },
    },
    async (request) => {
      const user = await users.requireAccount(callerOf(request).userId);
      return (await login.assignmentsOf(user)).map(assignmentRecordOf);
    },
  );

  app.put(
    "/api/auth/user",
    {
      config: { access: anyUser },
      schema: { tags, summary: "Change one's own name", body: ProfileChange, response: { 200: CurrentUser } },
    },
    async (request) => {
      await users.rename(callerOf(request).userId, request.body.firstName, request.body.lastName);
      return currentUser(request);
    },
  );

  app.post(
    "/api/auth/changePassword",
    {
      config: { access: anyUser },
      schema: {
        tags,
        summary: "Change one's own password; ends the user's other sessions",
        body: ChangePasswordRequest,
        response: { 200: Type.Object({}) },
      },
    },
    async (request) => {
      const { userId, sessionId } = callerOf(request);
      const { currentPassword, newPassword } = request.body;
      await users.changePassword({ userId, sessionId, address: request.ip }, currentPassword, newPassword);
      return {};
    },
  );

  app.get(
    "/api/roles",
    {
      config: { access: anyUser },
      schema: { tags, summary: "The built-in roles and their permissions", response: { 200: Type.Array(RoleRecord) } },
    },
    async () => roleRecords,
  );

  async function currentUser(request: Parameters<typeof callerOf>[0]) {
    const caller = callerOf(request);
    const user = await users.requireAccount(caller.userId);
    return currentUserOf(caller, user, caller.tenantId && (await tenants.require(caller.tenantId)));
  }
}

const roleRecords = (Object.keys(roles) as (keyof typeof roles)[]).map((name) => ({
  name,
  permissions: roles[name].map((permission) => ({ name: permission, description: permissions[permission] })),
}));
