import type { FastifyRequest } from "fastify";
import type { Reach } from "../../core/projects/index.ts";
import { type Tenants, tenantNotFound } from "../../core/tenants/index.ts";
import type { DeviceId, DeviceTypeId, TenantId, UserId } from "../../kernel/ids.ts";
import { callerOf, reachOf } from "./access.ts";

/** Ids are kept in lower case; a caller may write them either way. */
export const deviceIdOf = (text: string): DeviceId => text.toLowerCase() as DeviceId;
export const deviceTypeIdOf = (text: string): DeviceTypeId => text.toLowerCase() as DeviceTypeId;
export const userIdOf = (text: string): UserId => text.toLowerCase() as UserId;
const tenantIdOf = (text: string): TenantId => text.toLowerCase() as TenantId;

/** The tenant a path names, if it is the caller's own; any other looks as if it did not exist [API3]. */
function ownTenantInPath(request: FastifyRequest<{ Params: { tenantId: string } }>): TenantId {
  const id = tenantIdOf(request.params.tenantId);
  if (callerOf(request).tenantId !== id) throw tenantNotFound(id);
  return id;
}

/** The caller's part of that tenant [PRJ1]. */
export function ownReachInPath(request: FastifyRequest<{ Params: { tenantId: string } }>): Reach {
  ownTenantInPath(request);
  return reachOf(request);
}

/** As `ownTenantInPath`, but a system administrator reaches every tenant there is. */
export async function administeredTenantInPath(
  request: FastifyRequest<{ Params: { tenantId: string } }>,
  tenants: Tenants,
): Promise<TenantId> {
  if (callerOf(request).role !== "SYS_ADMIN") return ownTenantInPath(request);
  return (await tenants.require(tenantIdOf(request.params.tenantId))).id;
}
