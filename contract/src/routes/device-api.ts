import { Type } from "typebox";
import { withDeviceToken } from "./access.ts";
import { routesOf } from "./route.ts";

const token = Type.String({ description: "The device's access token", examples: ["kJ3xVq0sT7mB2nD9rL5c"] });
const TokenParams = Type.Object({ token });
const names = (what: string, example: string) =>
  Type.Optional(Type.String({ description: `Names of ${what} attributes, separated by commas`, examples: [example] }));
const PollQuery = Type.Object({
  timeout: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 2_147_483_647,
      description: "Milliseconds to wait; 0 or none is a minute, more than the installation allows is as long as that",
      examples: [20_000],
    }),
  ),
});
const AnyObject = Type.Unknown({ examples: [{ temperature: 21.5 }] });
const stored = Type.Null({ description: "Stored" });
const nothingCame = Type.Object(
  { status: Type.Integer({ examples: [408] }), message: Type.String({ examples: ["Nothing came; ask again"] }) },
  { additionalProperties: true, description: "Nothing came in time: ask again" },
);

const route = { access: withDeviceToken, tag: "Device API over HTTP", params: TokenParams } as const;
const poll = { ...route, method: "GET", query: PollQuery, waits: true, answerForm: "exact-json" } as const;

/** What devices do over MQTT, over HTTP: the paths that clients of this API family know [TBC1]. */
export const deviceApiRoutes = routesOf({
  sendTelemetry: {
    ...route,
    method: "POST",
    path: "/api/v1/:token/telemetry",
    summary: "Store telemetry, in all forms that MQTT takes; answered when it is durable",
    body: AnyObject,
    answers: { 200: stored },
  },
  sendAttributes: {
    ...route,
    method: "POST",
    path: "/api/v1/:token/attributes",
    summary: "Store client attributes; answered when they are durable",
    body: AnyObject,
    answers: { 200: stored },
  },
  ownAttributes: {
    ...route,
    method: "GET",
    path: "/api/v1/:token/attributes",
    summary: "The device's client and shared attributes; without keys all of both",
    query: Type.Object({ clientKeys: names("client", "serial"), sharedKeys: names("shared", "interval") }),
    answers: { 200: Type.Unknown({ examples: [{ client: { serial: "7" }, shared: { interval: 10 } }] }) },
    answerForm: "exact-json",
  },
  attributeUpdates: {
    ...poll,
    path: "/api/v1/:token/attributes/updates",
    summary:
      "Wait for the next change of shared attributes: the new values, and the names of removed ones in “deleted”",
    answers: { 200: Type.Unknown({ examples: [{ interval: 10, deleted: ["limit"] }] }), 408: nothingCame },
  },
  callPlatform: {
    ...route,
    method: "POST",
    path: "/api/v1/:token/rpc",
    summary: "Call a method of the platform; getSessionLimits is offered",
    body: Type.Unknown({ examples: [{ method: "getSessionLimits", params: {} }] }),
    answers: { 200: Type.Unknown({ examples: [{ maxPayloadSize: 262_144, rateLimits: {} }] }) },
    answerForm: "exact-json",
  },
  nextCall: {
    ...poll,
    path: "/api/v1/:token/rpc",
    summary: "Wait for the next call of a method on the device",
    answers: {
      200: Type.Unknown({ examples: [{ id: 17, method: "setRelay", params: { on: true } }] }),
      408: nothingCame,
    },
  },
  answerCall: {
    ...route,
    method: "POST",
    path: "/api/v1/:token/rpc/:requestId",
    summary: "Answer a call; the body, any text, is the answer",
    params: Type.Object({ token, requestId: Type.String({ description: "`id` of the call", examples: ["17"] }) }),
    body: Type.Unknown({ examples: [{ on: true }] }),
    answers: { 200: stored },
  },
  claim: {
    ...route,
    method: "POST",
    path: "/api/v1/:token/claim",
    summary: "Not offered: 404. Devices are added by people and scripts",
    answers: { 200: Type.Null() },
  },
});
