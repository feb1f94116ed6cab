import { type Static, Type } from "typebox";
import { entityId } from "./ids.ts";
import { nameText } from "./text.ts";
import { Timestamp } from "./time.ts";

const tenantName = nameText("Tenant name, unique in the installation", "Rail Lab");

export const TenantRecord = Type.Object({ id: entityId("TENANT"), createdTime: Timestamp, name: tenantName });
export type TenantRecord = Static<typeof TenantRecord>;

export const NewTenant = Type.Object({ name: tenantName });
