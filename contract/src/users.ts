import { type Static, Type } from "typebox";
import { entityId } from "./ids.ts";
import { nullable } from "./nullable.ts";
import { tenantRoles } from "./permissions.ts";
import { nameText } from "./text.ts";
import { Timestamp } from "./time.ts";

export const TenantRoleName = Type.Enum([...tenantRoles], {
  description: "Role in this tenant",
  examples: ["OPERATOR"],
});
const username = nameText("User name, unique in the installation", "ada@example.org");

/** A user as a tenant sees it: one assignment [AUTH6]. */
export const UserRecord = Type.Object({
  id: entityId("USER"),
  createdTime: Timestamp,
  username,
  firstName: nullable(Type.String({ examples: ["Ada"] })),
  lastName: nullable(Type.String({ examples: ["Lovelace"] })),
  authority: TenantRoleName,
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
  authority: TenantRoleName,
});
export type NewUser = Static<typeof NewUser>;

export const RoleChange = Type.Object({ authority: TenantRoleName });
