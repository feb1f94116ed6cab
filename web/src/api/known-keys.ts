import type { AttributeScope, Channel, TypeAttribute } from "@heliograph/contract";
import { queryOptions } from "@tanstack/react-query";
import { api, queryClient } from "../app.ts";
import { deviceType } from "./device-types.ts";

/** Enough to choose from, few enough to ask: of each type one device is looked at. */
const typesAsked = 20;
const devicesPerType = 1;

interface KnownKeys {
  readonly telemetry: readonly string[];
  readonly attributes: readonly string[];
  /** What types say of channels. */
  readonly described: readonly Channel[];
  /** Attributes with their scopes, and what types say of them. */
  readonly scoped: readonly KnownAttribute[];
}

interface KnownAttribute extends Pick<TypeAttribute, "name" | "names"> {
  readonly key: string;
  readonly scope: AttributeScope;
}

const scopes: readonly AttributeScope[] = ["CLIENT_SCOPE", "SHARED_SCOPE", "SERVER_SCOPE"];

/** Keys that types describe, and that a device of each type has: to be offered, not a full list. */
export const knownKeys = (tenantId: string) =>
  queryOptions({
    queryKey: ["known-keys", tenantId],
    queryFn: async ({ signal }): Promise<KnownKeys> => {
      const { data } = await api.deviceTypes.list({ page: 0, limit: typesAsked }, { signal });
      const found = await Promise.all(data.map(({ id }) => keysOf(tenantId, id.id, signal).catch(() => nothing)));
      return {
        ...{ telemetry: inOrder(found, "telemetry"), attributes: inOrder(found, "attributes") },
        ...{ described: found.flatMap((one) => one.described), scoped: found.flatMap((one) => one.scoped) },
      };
    },
    staleTime: 60_000,
    retry: false,
  });

const nothing: KnownKeys = { telemetry: [], attributes: [], described: [], scoped: [] };

async function keysOf(tenantId: string, deviceProfileId: string, signal: AbortSignal): Promise<KnownKeys> {
  const [type, devices] = await Promise.all([
    api.deviceTypes.get({ deviceProfileId }, { signal }),
    api.devices.list({ tenantId, deviceProfileId, page: 0, limit: devicesPerType }, { signal }),
  ]);
  const ids = devices.data.map(({ id }) => id.id);
  const sent = await Promise.all(ids.map((deviceId) => api.telemetry.keys({ deviceId }, { signal })));
  const held = await Promise.all(ids.flatMap((deviceId) => scopes.map((scope) => heldIn(deviceId, scope, signal))));
  const described = type.channels.map(({ key }) => key).filter((key) => !key.includes("*"));
  return {
    telemetry: [...described, ...sent.flat()],
    described: type.channels,
    attributes: [...type.attributes, ...held.flat()].map(({ key }) => key),
    scoped: [...type.attributes.map((one) => ({ scope: "SHARED_SCOPE" as const, ...one })), ...held.flat()],
  };
}

const heldIn = async (deviceId: string, scope: AttributeScope, signal: AbortSignal): Promise<KnownAttribute[]> =>
  (await api.attributes.inScope({ deviceId, scope }, { signal })).map(({ key }) => ({ key, scope }));

const inOrder = (found: readonly KnownKeys[], part: "telemetry" | "attributes"): readonly string[] =>
  [...new Set(found.flatMap((one) => one[part]))].toSorted((a, b) => a.localeCompare(b));

/** What the first types say of channels: enough to name those that people filter by. */
export const describedChannels = (tenantId: string) =>
  queryOptions({
    queryKey: ["described-channels", tenantId],
    queryFn: async ({ signal }): Promise<readonly Channel[]> => {
      const { data } = await api.deviceTypes.list({ page: 0, limit: typesAsked }, { signal });
      const types = await Promise.all(data.map(({ id }) => queryClient.ensureQueryData(deviceType(id.id))));
      return types.flatMap(({ channels }) => channels);
    },
    staleTime: 60_000,
    retry: false,
  });
