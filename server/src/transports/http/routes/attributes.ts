import { type AttributeRecord, type AttributeScope, attributeRoutes, attributeScopes } from "@heliograph/contract";
import { type Attribute, type Attributes, clientScopeIsTheDevices } from "../../../core/attributes/index.ts";
import type { Devices } from "../../../core/devices/index.ts";
import { valueAsJson } from "../../../core/telemetry/index.ts";
import type { DeviceId } from "../../../kernel/ids.ts";
import type { HttpApp } from "../../http-app.ts";
import { type HandlerOf, register } from "../../register.ts";
import { reachOf } from "../access.ts";
import { sendJsonText } from "../json-text.ts";
import { type KeysQuery, namedKeys, requiredKeys } from "../key-selection.ts";
import { bodyBytesOf } from "../raw-json-bodies.ts";
import { deviceIdOf } from "../route-ids.ts";

interface AttributeDependencies {
  readonly devices: Devices;
  readonly attributes: Attributes;
}

/** Attributes in three scopes [TEL6]. In a scope that hands bodies on as bytes. */
export function serveAttributes(app: HttpApp, { devices, attributes }: AttributeDependencies): void {
  const read = async (device: DeviceId, query: KeysQuery, scopes: readonly AttributeScope[]): Promise<string> => {
    const keys = namedKeys(query);
    return attributesText(await attributes.read(device, keys.length === 0 ? "all" : { only: keys }, scopes));
  };

  const write: HandlerOf<typeof attributeRoutes.write> = async (request) => {
    const scope = userWritable(request.params.scope);
    const device = await devices.require(reachOf(request), deviceIdOf(request.params.deviceId));
    await attributes.write(device, scope, attributes.decode(bodyBytesOf(request)));
    return {};
  };

  register(app, attributeRoutes, {
    all: async (request, reply) => {
      const { id } = await devices.require(reachOf(request), deviceIdOf(request.params.deviceId));
      return sendJsonText<AttributeRecord[]>(reply, await read(id, request.query, attributeScopes));
    },

    inScope: async (request, reply) => {
      const { id } = await devices.require(reachOf(request), deviceIdOf(request.params.deviceId));
      return sendJsonText<AttributeRecord[]>(reply, await read(id, request.query, [request.params.scope]));
    },

    ...{ write, writeByName: write },

    keys: async (request) => {
      const { id } = await devices.require(reachOf(request), deviceIdOf(request.params.deviceId));
      return keysOf(await attributes.read(id, "all", attributeScopes));
    },

    keysInScope: async (request) => {
      const { id } = await devices.require(reachOf(request), deviceIdOf(request.params.deviceId));
      return keysOf(await attributes.read(id, "all", [request.params.scope]));
    },

    remove: async (request) => {
      const scope = userWritable(request.params.scope);
      const device = await devices.require(reachOf(request), deviceIdOf(request.params.deviceId));
      await attributes.remove(device, scope, requiredKeys(request.query));
      return {};
    },
  });
}

const keysOf = (found: readonly Attribute[]): string[] => [...new Set(found.map(({ key }) => key))].sort();

function userWritable(scope: AttributeScope): AttributeScope {
  if (scope === "CLIENT_SCOPE") throw clientScopeIsTheDevices();
  return scope;
}

const attributesText = (attributes: readonly Attribute[]): string =>
  `[${attributes
    .map(
      ({ key, value, lastUpdateTs }) =>
        `{"key":${JSON.stringify(key)},"value":${valueAsJson(value)},"lastUpdateTs":${lastUpdateTs}}`,
    )
    .join(",")}]`;
