import { type Static, Type } from "typebox";
import { entityId } from "./ids.ts";
import { nullable } from "./nullable.ts";
import { nameText } from "./text.ts";
import { Timestamp } from "./time.ts";

const tenantName = nameText("Tenant name, unique in the installation", "Rail Lab");

export const TenantRecord = Type.Object({ id: entityId("TENANT"), createdTime: Timestamp, name: tenantName });
export type TenantRecord = Static<typeof TenantRecord>;

export const NewTenant = Type.Object({ name: tenantName });

/** How long, in milliseconds: a minute to a century. */
const retention = Type.Integer({
  minimum: 60_000,
  maximum: 3_155_760_000_000,
  description: "Points older than so many milliseconds are removed; null or missing keeps them for ever",
  examples: [31_557_600_000],
});

export const TenantSettingsRecord = Type.Object({ telemetryRetention: Type.Optional(nullable(retention)) });
export type TenantSettingsRecord = Static<typeof TenantSettingsRecord>;
