import { Type } from "typebox";
import { AttributeRecord, AttributeScopeName, AttributeValues } from "../attributes.ts";
import { Uuid } from "../ids.ts";
import { keysQuery } from "../keys.ts";
import { TelemetryKeys } from "../telemetry.ts";
import { needs } from "./access.ts";
import { DeviceParams, Done } from "./params.ts";
import { routesOf } from "./route.ts";

const ScopeParams = Type.Object({ deviceId: Uuid, scope: AttributeScopeName });
const AttributeList = Type.Array(AttributeRecord);
const Keys = Type.Object(keysQuery);
const tag = "Attributes";

const routes = routesOf({
  all: {
    method: "GET",
    path: "/api/plugins/telemetry/DEVICE/:deviceId/values/attributes",
    access: needs("VIEW_TELEMETRY"),
    tag,
    summary: "The attributes of a device in all scopes, or some of them",
    params: DeviceParams,
    query: Keys,
    answers: { 200: AttributeList },
    answerForm: "exact-json",
  },

  inScope: {
    method: "GET",
    path: "/api/plugins/telemetry/DEVICE/:deviceId/values/attributes/:scope",
    access: needs("VIEW_TELEMETRY"),
    tag,
    summary: "The attributes of a device in one scope, or some of them",
    params: ScopeParams,
    query: Keys,
    answers: { 200: AttributeList },
    answerForm: "exact-json",
  },

  write: {
    method: "POST",
    path: "/api/plugins/telemetry/DEVICE/:deviceId/attributes/:scope",
    access: needs("EDIT_ATTRIBUTES"),
    tag,
    summary: "Write shared or server attributes of a device",
    params: ScopeParams,
    body: AttributeValues,
    answers: { 200: Done },
  },

  remove: {
    method: "DELETE",
    path: "/api/plugins/telemetry/DEVICE/:deviceId/:scope",
    access: needs("EDIT_ATTRIBUTES"),
    tag,
    summary: "Delete shared or server attributes of a device; keys that are not there are passed over",
    params: ScopeParams,
    query: Keys,
    answers: { 200: Done },
  },
});

export const attributeRoutes = routesOf({
  ...routes,

  keys: {
    method: "GET",
    path: "/api/plugins/telemetry/DEVICE/:deviceId/keys/attributes",
    access: needs("VIEW_TELEMETRY"),
    tag,
    summary: "The keys of the attributes of a device, in all scopes",
    params: DeviceParams,
    answers: { 200: TelemetryKeys },
  },

  keysInScope: {
    method: "GET",
    path: "/api/plugins/telemetry/DEVICE/:deviceId/keys/attributes/:scope",
    access: needs("VIEW_TELEMETRY"),
    tag,
    summary: "The keys of the attributes of a device, in one scope",
    params: ScopeParams,
    answers: { 200: TelemetryKeys },
  },

  /** As scripts of this API family call it [TBC2]. */
  writeByName: {
    ...routes.write,
    path: "/api/plugins/telemetry/DEVICE/:deviceId/:scope",
    summary: "Another name of POST …/attributes/{scope}",
  },
});
