import { type Static, Type } from "typebox";
import { entityId, entityReference, Uuid } from "./ids.ts";
import { nullable } from "./nullable.ts";
import { grantablePermissions } from "./permissions.ts";
import { freeText, nameText } from "./text.ts";
import { latestVersion, Timestamp } from "./time.ts";

const name = nameText("Name, unique in the tenant", "Night shift");
const description = freeText("Description", "May call devices, not change them", 4096);
const PermissionName = Type.Enum(grantablePermissions, { examples: ["VIEW_DEVICES"] });
const held = Type.Array(PermissionName, { maxItems: 100, examples: [["VIEW_DEVICES", "VIEW_TELEMETRY"]] });

/** One of the tenant's own roles [ROL1]. */
export const OwnRoleRecord = Type.Object({
  id: entityId("ROLE"),
  createdTime: Timestamp,
  tenantId: entityId("TENANT"),
  name,
  description: nullable(description),
  permissions: held,
  version: Type.Integer({ description: "Grows with every change; send it back with yours", examples: [3] }),
});
export type OwnRoleRecord = Static<typeof OwnRoleRecord>;

export const ListedRoleRecord = Type.Object({
  ...OwnRoleRecord.properties,
  holders: Type.Integer({ description: "Users who hold it somewhere", examples: [4] }),
});
export type ListedRoleRecord = Static<typeof ListedRoleRecord>;

/** Creates without an id, updates with one; an update names the version it was made from. */
export const RoleInput = Type.Object({
  id: Type.Optional(entityReference("ROLE")),
  version: Type.Optional(Type.Integer({ minimum: 1, maximum: latestVersion, examples: [3] })),
  name,
  description: Type.Optional(nullable(description)),
  permissions: held,
});
export type RoleInput = Static<typeof RoleInput>;

export const RoleParams = Type.Object({ roleId: Uuid });

export const RolePreviewInput = Type.Object({ permissions: held });

/** What a change of a role would do, to whom. */
export const RolePreview = Type.Object({
  added: held,
  removed: held,
  users: Type.Array(
    Type.Object({
      userId: entityId("USER"),
      username: Type.String({ examples: ["ada@example.org"] }),
      gains: Type.Array(PermissionName, { description: "Held nowhere before" }),
      loses: Type.Array(PermissionName, { description: "Held nowhere any more" }),
    }),
  ),
});
export type RolePreview = Static<typeof RolePreview>;

/** Roles as a file: to take them to another tenant. */
export const RoleFile = Type.Object({
  format: Type.Literal("heliograph-roles-1"),
  roles: Type.Array(Type.Object({ name, description: Type.Optional(nullable(description)), permissions: held }), {
    maxItems: 1_000,
  }),
});
export type RoleFile = Static<typeof RoleFile>;

export const RoleImportReport = Type.Object({
  created: Type.Array(Type.String({ examples: ["Night shift"] })),
  skipped: Type.Array(Type.String({ description: "There is one of this name already", examples: ["Guests"] })),
});
