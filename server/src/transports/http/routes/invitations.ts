import { invitationRoutes, type NewInvitation } from "@heliograph/contract";
import {
  type AccessGiving,
  type Invitation,
  type Invitations,
  type Joined,
  linkOf,
  type SignIn,
  type WantedAccess,
} from "../../../core/access/index.ts";
import type { Tenants } from "../../../core/tenants/index.ts";
import type { InvitationId, TenantId } from "../../../kernel/ids.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { callerOf } from "../access.ts";
import { listBody } from "../list-body.ts";
import {
  grantRecordOf,
  grantUnclear,
  requireNoPlaceUnread,
  roleNamesOf,
  wantedAccessOf,
} from "../records/grant-records.ts";
import { projectIdIn } from "../records/project-record.ts";
import { administeredTenantInPath } from "../route-ids.ts";
import { originOf } from "../session-origin.ts";

interface InvitationDependencies {
  readonly invitations: Invitations;
  readonly giving: AccessGiving;
  readonly signIn: SignIn;
  readonly tenants: Tenants;
}

/** Inviting somebody into a tenant, and accepting that [AUTH7]. */
export function serveInvitations(app: HttpApp, dependencies: InvitationDependencies): void {
  const { invitations, giving, signIn, tenants } = dependencies;
  const open = ({ user, authorityId, isVerified }: Joined, origin: ReturnType<typeof originOf>) =>
    signIn.enter(user, authorityId, origin, { isVerified });

  /** `role` and `projectId` are a short way to write one grant. */
  async function wantedIn(tenant: TenantId, input: NewInvitation): Promise<WantedAccess> {
    const { authority, role, projectId, grants } = input;
    if (role === undefined && projectId === undefined) return wantedAccessOf({ authority, grants });
    const name = role ?? authority;
    if (grants !== undefined || name === undefined || (role !== undefined && authority !== undefined))
      throw grantUnclear();
    const grant = { role: await giving.named(tenant, name), projectId: projectIdIn(projectId) };
    return { role: undefined, grants: [grant] };
  }

  register(app, invitationRoutes, {
    invitations: async (request, reply) => {
      const tenant = await administeredTenantInPath(request, tenants);
      return listBody(
        reply,
        request.query,
        { page: (page) => invitations.list(tenant, page), stream: () => invitations.stream(tenant) },
        invitationRecordOf,
      );
    },

    invite: async (request, reply) => {
      const tenant = await administeredTenantInPath(request, tenants);
      requireNoPlaceUnread(request.body, ["projectId", "grants"]);
      const wanted = await wantedIn(tenant, request.body);
      const { username, language } = request.body;
      const { invitation, token } = await invitations.invite(tenant, username, wanted, callerOf(request), language);
      const record = invitationRecordOf(invitation);
      if (token === null) return reply.code(202).send({ ...record, delivery: "MAIL" });
      return reply.code(202).send({ ...record, delivery: "LINK", token, link: linkOf(token) });
    },

    withdrawInvitation: async (request) => {
      const tenant = await administeredTenantInPath(request, tenants);
      await invitations.withdraw(tenant, request.params.invitationId.toLowerCase() as InvitationId);
      return {};
    },

    viewInvitation: async (request) => {
      const { username, role, grants, tenantName, expiresTime } = await invitations.requireOpen(request.body.token);
      return { username, authority: role, access: accessOf({ role, grants }), tenantName, expiresTime };
    },

    acceptInvitation: async (request) => {
      const { token, password, account, firstName, lastName, verificationCode } = request.body;
      const acceptance = { token, password, account, firstName, lastName, verificationCode, address: request.ip };
      return open(await invitations.accept(acceptance), originOf(request));
    },

    acceptInvitationAsUser: async (request) => {
      const { authorityId } = await invitations.acceptAs(callerOf(request).userId, request.body.token);
      return { authorityId };
    },
  });
}

/** What somebody is told who is not in the tenant yet: names, no ids. */
const accessOf = ({ role, grants }: Pick<Invitation, "role" | "grants">) =>
  grants.length === 0
    ? [{ role, projectName: null }]
    : grants.map((grant) => ({ role: grant.role.name, projectName: grant.project?.name ?? null }));

const invitationRecordOf = ({ id, tenantId, username, role, grants, createdTime, expiresTime }: Invitation) => ({
  id: { entityType: "INVITATION" as const, id },
  createdTime,
  expiresTime,
  username,
  authority: role,
  roles: roleNamesOf({ role, grants }),
  grants: grants.map(grantRecordOf),
  tenantId: { entityType: "TENANT" as const, id: tenantId },
});
