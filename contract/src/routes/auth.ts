import { Type } from "typebox";
import {
  Assignment,
  Credentials,
  LoginAnswer,
  LoginRequest,
  RefreshRequest,
  SwitchRequest,
  TokenPair,
} from "../auth.ts";
import { anyone, anyUserInPerson } from "./access.ts";
import { Done } from "./params.ts";
import { routesOf } from "./route.ts";

const tag = "Authentication";

/** Logging in and out, and choosing a tenant [AUTH1, AUTH2, AUTH4]. */
export const authRoutes = routesOf({
  assignmentsFor: {
    method: "POST",
    path: "/api/noauth/authorization",
    access: anyone,
    tag,
    summary: "The tenants a user can log in to",
    body: Credentials,
    answers: { 200: Type.Array(Assignment) },
  },

  login: {
    method: "POST",
    path: "/api/auth/login",
    access: anyone,
    tag,
    summary: "Log in to a tenant",
    description: "With a second factor the answer is a token for the next step, and no session yet.",
    body: LoginRequest,
    answers: { 200: LoginAnswer },
  },

  refresh: {
    method: "POST",
    path: "/api/auth/token",
    access: anyone,
    tag,
    summary: "A new pair of tokens for a refresh token, which works once",
    body: RefreshRequest,
    answers: { 200: TokenPair },
  },

  switchTenant: {
    method: "POST",
    path: "/api/auth/switch",
    access: anyUserInPerson,
    tag,
    summary: "Change to another tenant of the same user; ends the session that asks",
    description:
      "Where that tenant asks for a second factor and there is none, the answer is a token for setting it up, and the " +
      "session that asks goes on.",
    body: SwitchRequest,
    answers: { 200: LoginAnswer },
  },

  leaveTenant: {
    method: "POST",
    path: "/api/auth/leave",
    access: anyUserInPerson,
    tag,
    summary: "Leave a tenant that was opened: back to the system administrator's own place; ends the session that asks",
    answers: { 200: TokenPair },
  },

  logout: {
    method: "POST",
    path: "/api/auth/logout",
    access: anyUserInPerson,
    tag,
    summary: "End this session",
    answers: { 200: Done },
  },
});
