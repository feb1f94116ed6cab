import {
  AttributeRecord,
  type AttributeScope,
  AttributeScopeName,
  AttributeValues,
  attributeScopes,
  keysQuery,
  Uuid,
} from "@heliograph/contract";
import { Type } from "typebox";
import { type Attribute, type Attributes, clientScopeIsTheDevices } from "../../../core/attributes/index.ts";
import type { Devices } from "../../../core/devices/index.ts";
import { valueAsJson } from "../../../core/telemetry/index.ts";
import type { DeviceId } from "../../../kernel/ids.ts";
import { needs, tenantOf } from "../access.ts";
import type { HttpApp } from "../http-app.ts";
import { sendJsonText } from "../json-text.ts";
import { type KeysQuery, namedKeys, requiredKeys } from "../key-selection.ts";
import { bodyBytesOf } from "../raw-json-bodies.ts";
import { DeviceParams, deviceIdOf } from "../route-ids.ts";

interface AttributeDependencies {
  readonly devices: Devices;
  readonly attributes: Attributes;
}

const tags = ["Attributes"];
const ScopeParams = Type.Object({ deviceId: Uuid, scope: AttributeScopeName });
const AttributeList = Type.Array(AttributeRecord);
const Keys = Type.Object(keysQuery);

/** Attributes in three scopes [TEL6]. In a scope that hands bodies on as bytes. */
export function attributeRoutes(app: HttpApp, { devices, attributes }: AttributeDependencies): void {
  const read = async (device: DeviceId, query: KeysQuery, scopes: readonly AttributeScope[]): Promise<string> => {
    const keys = namedKeys(query);
    return attributesText(await attributes.read(device, keys.length === 0 ? "all" : { only: keys }, scopes));
  };

  app.get(
    "/api/plugins/telemetry/DEVICE/:deviceId/values/attributes",
    {
      config: { access: needs("VIEW_TELEMETRY") },
      schema: {
        tags,
        summary: "The attributes of a device in all scopes, or some of them",
        params: DeviceParams,
        querystring: Keys,
        response: { 200: AttributeList },
      },
    },
    async (request, reply) => {
      const { id } = await devices.require(tenantOf(request), deviceIdOf(request.params.deviceId));
      return sendJsonText<AttributeRecord[]>(reply, await read(id, request.query, attributeScopes));
    },
  );

  app.get(
    "/api/plugins/telemetry/DEVICE/:deviceId/values/attributes/:scope",
    {
      config: { access: needs("VIEW_TELEMETRY") },
      schema: {
        tags,
        summary: "The attributes of a device in one scope, or some of them",
        params: ScopeParams,
        querystring: Keys,
        response: { 200: AttributeList },
      },
    },
    async (request, reply) => {
      const { id } = await devices.require(tenantOf(request), deviceIdOf(request.params.deviceId));
      return sendJsonText<AttributeRecord[]>(reply, await read(id, request.query, [request.params.scope]));
    },
  );

  app.post(
    "/api/plugins/telemetry/DEVICE/:deviceId/attributes/:scope",
    {
      config: { access: needs("EDIT_ATTRIBUTES") },
      schema: {
        tags,
        summary: "Write shared or server attributes of a device",
        params: ScopeParams,
        body: AttributeValues,
        response: { 200: Type.Object({}) },
      },
    },
    async (request) => {
      const scope = userWritable(request.params.scope);
      const device = await devices.require(tenantOf(request), deviceIdOf(request.params.deviceId));
      await attributes.write(device, scope, attributes.decode(bodyBytesOf(request)));
      return {};
    },
  );

  app.delete(
    "/api/plugins/telemetry/DEVICE/:deviceId/:scope",
    {
      config: { access: needs("EDIT_ATTRIBUTES") },
      schema: {
        tags,
        summary: "Delete shared or server attributes of a device; keys that are not there are passed over",
        params: ScopeParams,
        querystring: Keys,
        response: { 200: Type.Object({}) },
      },
    },
    async (request) => {
      const scope = userWritable(request.params.scope);
      const device = await devices.require(tenantOf(request), deviceIdOf(request.params.deviceId));
      await attributes.remove(device, scope, requiredKeys(request.query));
      return {};
    },
  );
}

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
