import { type Static, Type } from "typebox";
import { Password } from "./auth.ts";
import { entityId, entityReference } from "./ids.ts";
import { mailLanguage } from "./mail.ts";
import { nullable } from "./nullable.ts";
import { VerificationCode } from "./second-factor.ts";
import { nameText } from "./text.ts";
import { Timestamp } from "./time.ts";
import { GrantRecord, grants, TenantRoleName } from "./users.ts";

const username = nameText("User name of who is invited", "ada@example.org");
const token = Type.String({
  minLength: 1,
  maxLength: 128,
  description: "What stands in the link behind `#`",
  examples: ["mJ0cPz1YxEoTqk5nWb3uV8s2Rg7hLd4A"],
});

/** `role` is the name of a role, the tenant's own or a built-in one; `authority` a built-in one. */
export const NewInvitation = Type.Object({
  username,
  authority: Type.Optional(TenantRoleName),
  role: Type.Optional(nameText("Name of a role", "Night shift")),
  projectId: Type.Optional(entityReference("PROJECT")),
  grants: Type.Optional(grants),
  language: Type.Optional(mailLanguage),
});
export type NewInvitation = Static<typeof NewInvitation>;

/** An invitation that waits to be accepted [AUTH7]. */
export const InvitationRecord = Type.Object({
  id: entityId("INVITATION"),
  createdTime: Timestamp,
  expiresTime: Timestamp,
  username,
  authority: TenantRoleName,
  roles: Type.Array(Type.String(), { description: "Names of the roles it gives", examples: [["OPERATOR"]] }),
  grants: Type.Array(GrantRecord, { description: "Empty: the authority in the whole tenant" }),
  tenantId: entityId("TENANT"),
});
export type InvitationRecord = Static<typeof InvitationRecord>;

/** Shown once: the link is not kept. */
export const InvitationWithLink = Type.Object({
  ...InvitationRecord.properties,
  delivery: Type.Enum(["MAIL", "LINK"], {
    description: "MAIL: the link is on its way to the address that the user name is. LINK: it is here, to hand over",
    examples: ["LINK"],
  }),
  token: Type.Optional(token),
  link: Type.Optional(
    Type.String({
      description: "To hand over; relative to the address of the web interface",
      examples: ["/invitation#mJ0cPz1YxEoTqk5nWb3uV8s2Rg7hLd4A"],
    }),
  ),
});
export type InvitationWithLink = Static<typeof InvitationWithLink>;

export const InvitationToken = Type.Object({ token });

/** What the holder of a link may know: not whether the name has an account. */
export const InvitationView = Type.Object({
  username,
  authority: TenantRoleName,
  access: Type.Array(
    Type.Object({
      role: Type.String({ description: "Name of a role, the tenant's own or a built-in one", examples: ["OPERATOR"] }),
      projectName: nullable(Type.String({ description: "Null: the whole tenant", examples: ["North"] })),
    }),
    { description: "What it gives: each a role, and where" },
  ),
  tenantName: Type.String({ examples: ["Rail Lab"] }),
  expiresTime: Timestamp,
});
export type InvitationView = Static<typeof InvitationView>;

export const Acceptance = Type.Object({
  token,
  password: Password,
  account: Type.Optional(
    Type.Enum(["new", "existing"], {
      description: "Refuses to take the password for something else: to set it for a new account, or to log in with it",
      examples: ["new"],
    }),
  ),
  firstName: Type.Optional(nameText("First name of a new user", "Ada")),
  lastName: Type.Optional(nameText("Last name of a new user", "Lovelace")),
  verificationCode: Type.Optional(VerificationCode),
});
