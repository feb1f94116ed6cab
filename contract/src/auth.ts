import { type Static, Type } from "typebox";
import { entityId, Uuid } from "./ids.ts";
import { nullable } from "./nullable.ts";
import { permissions, roles } from "./permissions.ts";
import { Preferences } from "./preferences.ts";
import { nameText } from "./text.ts";

const Username = nameText("User name, usually an e-mail address", "ada@example.org");
/** The upper bound keeps hashing affordable; it is far beyond any password manager's. */
export const Password = Type.String({
  minLength: 1,
  maxLength: 1024,
  description: "Password",
  examples: ["correct horse"],
});

const roleNames = Object.keys(roles) as (keyof typeof roles)[];
export const permissionNames = Object.keys(permissions) as (keyof typeof permissions)[];

export const RoleName = Type.Enum(roleNames, { description: "Role", examples: ["TENANT_ADMIN"] });

export const Credentials = Type.Object({ username: Username, password: Password });
export type Credentials = Static<typeof Credentials>;

export const LoginRequest = Type.Object({
  username: Username,
  password: Password,
  authorityId: Type.Optional(
    Type.String({
      maxLength: 64,
      description: "`authorityId.id` of the chosen assignment; needed when the user has several",
      examples: ["784f394c-42b6-435a-983c-b7beff2784f9"],
    }),
  ),
});
export type LoginRequest = Static<typeof LoginRequest>;

/** One entry per assignment of the user; a system administrator's has no tenant [AUTH1]. */
export const Assignment = Type.Object({
  authorityId: entityId("AUTHORITY"),
  authority: RoleName,
  tenant: Type.Optional(
    Type.Object({ id: entityId("TENANT"), name: Type.String({ description: "Tenant name", examples: ["Rail Lab"] }) }),
  ),
  tenantId: Type.Optional(entityId("TENANT")),
});
export type Assignment = Static<typeof Assignment>;

export const TokenPair = Type.Object({
  token: Type.String({ description: "Access token for `X-Authorization: Bearer …`", examples: ["eyJhbGciOi…"] }),
  refreshToken: Type.String({ description: "Good for one `POST /api/auth/token`", examples: ["eyJhbGciOi…"] }),
});
export type TokenPair = Static<typeof TokenPair>;

/** What is left to do before there is a session [AUTH9]: show a code, or set up the second factor the tenant asks for. */
export const stepScopes = ["PRE_VERIFICATION_TOKEN", "MFA_CONFIGURATION_TOKEN"] as const;
export type StepScope = (typeof stepScopes)[number];

/** The password was right, and more is asked for. Such a token opens nothing but its own step. */
export const StepToken = Type.Object({
  token: Type.String({ description: "For the next step only, for five minutes", examples: ["eyJhbGciOi…"] }),
  refreshToken: Type.Null(),
  scope: Type.Enum([...stepScopes], {
    description:
      "PRE_VERIFICATION_TOKEN: a code is asked for. MFA_CONFIGURATION_TOKEN: a second factor is to be set up",
    examples: ["PRE_VERIFICATION_TOKEN"],
  }),
});
export type StepToken = Static<typeof StepToken>;

/** A session or, where the account or the tenant has a second factor, the step before it. */
export const LoginAnswer = Type.Union([StepToken, TokenPair]);
export type LoginAnswer = Static<typeof LoginAnswer>;

export const RefreshRequest = Type.Object({
  refreshToken: Type.String({ minLength: 1, maxLength: 4096, description: "Refresh token", examples: ["eyJhbGciOi…"] }),
});

export const SwitchRequest = Type.Object({ authorityId: Uuid });

export const ChangePasswordRequest = Type.Object({ currentPassword: Password, newPassword: Password });

export const ProfileChange = Type.Object({
  firstName: Type.Optional(nameText("First name", "Ada")),
  lastName: Type.Optional(nameText("Last name", "Lovelace")),
});

/** Who the token speaks for, and what it may do [AUTH4]. */
export const CurrentUser = Type.Object({
  id: entityId("USER"),
  createdTime: Type.Integer({ description: "Unix time in milliseconds", examples: [1794700800000] }),
  username: Username,
  firstName: nullable(Type.String()),
  lastName: nullable(Type.String()),
  authority: RoleName,
  authorityId: entityId("AUTHORITY"),
  tenantId: Type.Optional(entityId("TENANT")),
  tenantName: Type.Optional(Type.String({ examples: ["Rail Lab"] })),
  permissions: Type.Array(Type.Enum(permissionNames), { examples: [["VIEW_DEVICES"]] }),
  openedUntil: Type.Optional(
    Type.Integer({
      description: "Only of a system administrator who has opened the tenant: when the visit ends",
      examples: [1794704400000],
    }),
  ),
  preferences: Preferences,
  termsToAccept: nullable(
    Type.Integer({ description: "Version of the tenant's terms of use that is still to be accepted", examples: [3] }),
  ),
});
export type CurrentUser = Static<typeof CurrentUser>;

export const RoleRecord = Type.Object({
  name: RoleName,
  permissions: Type.Array(Type.Object({ name: Type.Enum(permissionNames), description: Type.String() })),
});

/** One of one's own sessions [AUTH8]. */
export const SessionRecord = Type.Object({
  id: entityId("SESSION"),
  createdTime: Type.Integer({ description: "Unix time in milliseconds", examples: [1794700800000] }),
  expiresTime: Type.Integer({ description: "When it ends unless it is refreshed", examples: [1795305600000] }),
  lastUsedTime: Type.Integer({
    description: "When it last asked for something or had a live view open; to the minute after a crash",
    examples: [1794787200000],
  }),
  isCurrent: Type.Boolean({ description: "The one that asks" }),
  authority: RoleName,
  tenantName: nullable(Type.String({ examples: ["Rail Lab"] })),
  address: nullable(Type.String({ description: "From where it was opened", examples: ["192.0.2.7"] })),
  userAgent: nullable(Type.String({ description: "What the program said it is", examples: ["Mozilla/5.0"] })),
});
export type SessionRecord = Static<typeof SessionRecord>;
