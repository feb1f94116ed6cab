import { Type } from "typebox";
import { LoginAnswer } from "../auth.ts";
import {
  Acceptance,
  InvitationRecord,
  InvitationToken,
  InvitationView,
  InvitationWithLink,
  NewInvitation,
} from "../invitations.ts";
import { pageOf, pageQuery } from "../paging.ts";
import { anyone, anyUserInPerson, needs } from "./access.ts";
import { Done, TenantInvitationParams, TenantParams } from "./params.ts";
import { routesOf } from "./route.ts";

const tag = "Invitations";

/** Becoming a user of a tenant, by one's own consent [AUTH7]. */
export const invitationRoutes = routesOf({
  invitations: {
    method: "GET",
    path: "/api/tenants/:tenantId/invitations",
    access: needs("VIEW_USERS"),
    work: "lists",
    tag,
    summary: "The open invitations of a tenant, newest first",
    params: TenantParams,
    query: Type.Object(pageQuery),
    answers: { 200: pageOf(InvitationRecord) },
  },

  invite: {
    method: "POST",
    path: "/api/tenants/:tenantId/invitations",
    access: needs("MANAGE_USERS"),
    tag,
    summary:
      "Invite somebody: the link goes by mail where mail is set up and the name is an address, else it is answered",
    description: "The answer is the same for known and unknown names. Inviting somebody again ends the earlier link.",
    params: TenantParams,
    body: NewInvitation,
    answers: { 202: InvitationWithLink },
  },

  withdrawInvitation: {
    method: "DELETE",
    path: "/api/tenants/:tenantId/invitations/:invitationId",
    access: needs("MANAGE_USERS"),
    tag,
    summary: "Withdraw an invitation; its link stops working",
    params: TenantInvitationParams,
    answers: { 200: Done },
  },

  viewInvitation: {
    method: "POST",
    path: "/api/noauth/invitations/view",
    access: anyone,
    tag,
    summary: "What an invitation is for, told to who has its link",
    body: InvitationToken,
    answers: { 200: InvitationView },
  },

  acceptInvitation: {
    method: "POST",
    path: "/api/noauth/invitations/accept",
    access: anyone,
    tag,
    summary: "Accept an invitation: with the password of one's account or, where there is none yet, with a new one",
    body: Acceptance,
    answers: { 200: LoginAnswer },
  },

  acceptInvitationAsUser: {
    method: "POST",
    path: "/api/auth/invitations/accept",
    access: anyUserInPerson,
    tag,
    summary: "Accept an invitation for the user who is logged in; answers the assignment to switch to",
    body: InvitationToken,
    answers: { 200: Type.Object({ authorityId: Type.String({ examples: ["784f394c-42b6-435a-983c-b7beff2784f9"] }) }) },
  },
});
