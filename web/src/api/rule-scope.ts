import { ApiError } from "@heliograph/client";
import type { DeviceRecord, RuleScope } from "@heliograph/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../app.ts";

/** As many as a backtest takes. */
const scopeDevicesAtMost = 20;
const partsAsked = 10;

export interface ScopeDevices {
  readonly devices: readonly { readonly id: string; readonly name: string; readonly typeId: string }[];
  readonly total: number;
}

/** Some devices of a scope, those heard of last first, and how many there are. */
export const scopeDevices = (tenantId: string, scope: RuleScope) =>
  queryOptions({
    queryKey: ["devices", tenantId, "of-scope", scope],
    queryFn: async ({ signal }): Promise<ScopeDevices> => {
      const found = await Promise.all(queriesOf(tenantId, scope).map((ask) => ask(signal)));
      const devices = found.flatMap(({ data }) => data);
      const unique = [...new Map(devices.map((one) => [one.id.id, one])).values()].slice(0, scopeDevicesAtMost);
      return {
        devices: unique.map(({ id, name, deviceProfileId }) => ({ id: id.id, name, typeId: deviceProfileId.id })),
        total:
          scope.kind === "DEVICE" ? scope.deviceIds.length : found.reduce((sum, one) => sum + one.totalElements, 0),
      };
    },
    staleTime: 30_000,
  });

interface Found {
  readonly data: readonly Pick<DeviceRecord, "id" | "name" | "deviceProfileId">[];
  readonly totalElements: number;
}
type Ask = (signal: AbortSignal) => Promise<Found>;

function queriesOf(tenantId: string, scope: RuleScope): readonly Ask[] {
  const list =
    (part: { projectId?: string; deviceProfileId?: string; group?: string }): Ask =>
    (signal) =>
      api.devices.list(
        {
          ...{ tenantId, ...part, page: 0, limit: scopeDevicesAtMost },
          ...{ sortProperty: "lastActivityTime" as const, sortOrder: "DESC" as const },
        },
        { signal },
      );
  if (scope.kind === "DEVICE") return [(signal) => named(scope.deviceIds, signal)];
  if (scope.kind === "DEVICE_TYPE")
    return scope.deviceTypeIds.slice(0, partsAsked).map((deviceProfileId) => list({ deviceProfileId }));
  if (scope.kind === "DEVICE_GROUP") return scope.deviceGroupId === "" ? [] : [list({ group: scope.deviceGroupId })];
  const types = scope.deviceTypeIds ?? [undefined];
  return scope.projectIds
    .flatMap((projectId) =>
      types.map((type) => list({ projectId, ...(type !== undefined && { deviceProfileId: type }) })),
    )
    .slice(0, partsAsked);
}

/** Those of certain ids; who is gone, or not for us, is left out. */
async function named(ids: readonly string[], signal: AbortSignal): Promise<Found> {
  const asked = ids
    .slice(0, scopeDevicesAtMost)
    .map((deviceId) => api.devices.get({ deviceId }, { signal }).catch(lost));
  const data = (await Promise.all(asked)).flatMap((device) => (device ? [device] : []));
  return { data, totalElements: ids.length };
}

function lost(error: unknown): undefined {
  if (error instanceof ApiError && error.status === 404) return undefined;
  throw error;
}
