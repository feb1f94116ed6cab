import { Type } from "typebox";
import { Assignment, ChangePasswordRequest, CurrentUser, ProfileChange, SessionRecord } from "../auth.ts";
import { anyUser, anyUserInPerson } from "./access.ts";
import { Done, SessionParams } from "./params.ts";
import { routesOf } from "./route.ts";

const tag = "Authentication";

/** What users do with their own account [AUTH4]. */
export const accountRoutes = routesOf({
  currentUser: {
    method: "GET",
    path: "/api/auth/user",
    access: anyUser,
    tag,
    summary: "Who the token speaks for, and what it may do",
    answers: { 200: CurrentUser },
  },

  assignments: {
    method: "GET",
    path: "/api/auth/assignments",
    access: anyUser,
    tag,
    summary: "The tenants one can switch to with POST /api/auth/switch",
    answers: { 200: Type.Array(Assignment) },
  },

  rename: {
    method: "PUT",
    path: "/api/auth/user",
    access: anyUserInPerson,
    tag,
    summary: "Change one's own name",
    body: ProfileChange,
    answers: { 200: CurrentUser },
  },

  changePassword: {
    method: "POST",
    path: "/api/auth/changePassword",
    access: anyUserInPerson,
    tag,
    summary: "Change one's own password; ends the user's other sessions",
    body: ChangePasswordRequest,
    answers: { 200: Done },
  },

  sessions: {
    method: "GET",
    path: "/api/auth/sessions",
    access: anyUserInPerson,
    tag,
    summary: "One's own sessions, newest first",
    answers: { 200: Type.Array(SessionRecord) },
  },

  endOtherSessions: {
    method: "DELETE",
    path: "/api/auth/sessions",
    access: anyUserInPerson,
    tag,
    summary: "End all of one's own sessions but the one that asks",
    answers: { 200: Done },
  },

  endSession: {
    method: "DELETE",
    path: "/api/auth/sessions/:sessionId",
    access: anyUserInPerson,
    tag,
    summary: "End one of one's own sessions",
    params: SessionParams,
    answers: { 200: Done },
  },
});
