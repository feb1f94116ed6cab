import { type Static, Type } from "typebox";
import { entityId, entityReference } from "./ids.ts";
import { nullable } from "./nullable.ts";
import { tenantRoles } from "./permissions.ts";
import { nameMaxLength, nameText } from "./text.ts";
import { Timestamp } from "./time.ts";

export const TenantRoleName = Type.Enum([...tenantRoles], {
  description: "Role in this tenant",
  examples: ["OPERATOR"],
});
const username = nameText("User name, unique in the installation", "ada@example.org");

/** A role in a part of the tenant, with everything below it [ROL1]. */
export const GrantRecord = Type.Object({
  role: Type.String({
    description: "Name of the role: a built-in one, or one of the tenant's own",
    examples: ["OPERATOR"],
  }),
  roleId: nullable(entityId("ROLE")),
  projectId: nullable(entityId("PROJECT")),
  projectName: nullable(Type.String({ examples: ["Tunnel north"] })),
});
export type GrantRecord = Static<typeof GrantRecord>;

/**
 * One of `role` (a built-in one) and `roleId`; a grant can be sent back as it was read. Where it holds has to be said, null for the whole tenant, and no field is
 * passed over: a slip of the pen must not give more than was meant.
 */
export const GrantInput = Type.Object(
  {
    role: Type.Optional(
      Type.String({
        maxLength: nameMaxLength,
        description: "A built-in role; with `roleId` its name, as it was read",
        examples: ["OPERATOR"],
      }),
    ),
    roleId: Type.Optional(nullable(entityReference("ROLE"))),
    projectId: nullable(entityReference("PROJECT")),
    projectName: Type.Optional(
      Type.String({ description: "As it was read; not looked at", examples: ["Tunnel north"] }),
    ),
  },
  { additionalProperties: false },
);
export type GrantInput = Static<typeof GrantInput>;

export const grants = Type.Array(GrantInput, {
  maxItems: 100,
  description: "Roles in parts of the tenant, whose union counts; without any, `authority` holds in the whole tenant",
});

/** What somebody is to be allowed: a built-in role, or grants. */
const access = { authority: Type.Optional(TenantRoleName), grants: Type.Optional(grants) };

/** A user as a tenant sees it: one assignment [AUTH6]. */
export const UserRecord = Type.Object({
  id: entityId("USER"),
  createdTime: Timestamp,
  username,
  firstName: nullable(Type.String({ examples: ["Ada"] })),
  lastName: nullable(Type.String({ examples: ["Lovelace"] })),
  authority: TenantRoleName,
  roles: Type.Array(Type.String(), { description: "Names of the roles held, wherever", examples: [["OPERATOR"]] }),
  grants: Type.Array(GrantRecord, { description: "Empty: the authority in the whole tenant" }),
  serviceAccount: Type.Boolean({ description: "Used by programs: no second factor is asked for" }),
  secondFactor: Type.Boolean({ description: "Has one set up" }),
  authorityId: entityId("AUTHORITY"),
  tenantId: entityId("TENANT"),
});
export type UserRecord = Static<typeof UserRecord>;

export const NewUser = Type.Object({
  username,
  firstName: Type.Optional(nameText("First name", "Ada")),
  lastName: Type.Optional(nameText("Last name", "Lovelace")),
  password: Type.Optional(
    Type.String({
      maxLength: 1024,
      description: "The new user's password",
      examples: ["correct horse"],
    }),
  ),
  ...access,
});
export type NewUser = Static<typeof NewUser>;

export const AccessChange = Type.Object(access);
export type AccessChange = Static<typeof AccessChange>;
