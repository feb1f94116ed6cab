import type { Channel } from "@heliograph/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../app.ts";

/** Enough to choose from, few enough to ask: of each type one device is looked at. */
const typesAsked = 20;
const devicesPerType = 1;

interface KnownKeys {
  readonly telemetry: readonly string[];
  readonly attributes: readonly string[];
  /** What types say of channels. */
  readonly described: readonly Channel[];
}

/** Keys that types describe, and that a device of each type has: to be offered, not a full list. */
export const knownKeys = (tenantId: string) =>
  queryOptions({
    queryKey: ["known-keys", tenantId],
    queryFn: async ({ signal }): Promise<KnownKeys> => {
      const { data } = await api.deviceTypes.list({ page: 0, limit: typesAsked }, { signal });
      const found = await Promise.all(data.map(({ id }) => keysOf(tenantId, id.id, signal).catch(() => nothing)));
      const described = found.flatMap((one) => one.described);
      return { telemetry: inOrder(found, "telemetry"), attributes: inOrder(found, "attributes"), described };
    },
    staleTime: 60_000,
    retry: false,
  });

const nothing: KnownKeys = { telemetry: [], attributes: [], described: [] };

async function keysOf(tenantId: string, deviceProfileId: string, signal: AbortSignal): Promise<KnownKeys> {
  const [type, devices] = await Promise.all([
    api.deviceTypes.get({ deviceProfileId }, { signal }),
    api.devices.list({ tenantId, deviceProfileId, page: 0, limit: devicesPerType }, { signal }),
  ]);
  const ids = devices.data.map(({ id }) => id.id);
  const sent = await Promise.all(ids.map((deviceId) => api.telemetry.keys({ deviceId }, { signal })));
  const held = await Promise.all(ids.map((deviceId) => api.attributes.all({ deviceId }, { signal })));
  const described = type.channels.map(({ key }) => key).filter((key) => !key.includes("*"));
  return {
    telemetry: [...described, ...sent.flat()],
    described: type.channels,
    attributes: [...type.attributes.map(({ key }) => key), ...held.flat().map(({ key }) => key)],
  };
}

const inOrder = (found: readonly KnownKeys[], part: "telemetry" | "attributes"): readonly string[] =>
  [...new Set(found.flatMap((one) => one[part]))].toSorted((a, b) => a.localeCompare(b));
