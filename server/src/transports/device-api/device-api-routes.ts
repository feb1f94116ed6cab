import { deviceApiRoutes } from "@heliograph/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Device } from "../../core/devices/index.ts";
import { attributesJson } from "../../core/mqtt-sessions/index.ts";
import { emptyMessage } from "../device-gateway.ts";
import type { HttpApp } from "../http-app.ts";
import { register } from "../register.ts";
import { rateLimitsText, sentCallOf } from "../sent-call.ts";
import type { DeviceApiParts } from "./device-api-parts.ts";
import { claimNotOffered, pollEnded } from "./errors.ts";
import type { AttributeNews } from "./open-polls.ts";
import type { Poll } from "./poll.ts";
import { receiveDevices, visitOf } from "./visit.ts";

/** Without a word of the device. */
const usualPollMs = 60_000;
const json = "application/json; charset=utf-8";

/**
 * What devices do over MQTT, over HTTP [TBC1]: the same gateway, so the same durability, limits and log. In a scope that
 * hands bodies on as bytes.
 */
export function serveDeviceApi(app: FastifyInstance, dependencies: DeviceApiParts): void {
  const { gateway, limits, polls } = dependencies;
  receiveDevices(app, dependencies);
  const options = { bodyLimit: limits.bodyBytes, exposeHeadRoute: false };
  const waitMs = (timeout = 0) => Math.min(timeout === 0 ? usualPollMs : timeout, limits.pollMs);

  register(
    app as HttpApp,
    deviceApiRoutes,
    {
      sendTelemetry: async (request, reply) => {
        const visit = visitOf(request);
        const payload = bytesOf(request);
        visit.points = await gateway.telemetry(visit.device, payload);
        if (visit.points === 0) gateway.remark(visit.device, emptyMessage(payload.length));
        return stored(reply);
      },
      sendAttributes: async (request, reply) => {
        await gateway.attributes(visitOf(request).device, bytesOf(request));
        return stored(reply);
      },
      ownAttributes: async (request, reply) => {
        const { clientKeys, sharedKeys } = request.query;
        const asked = Buffer.from(JSON.stringify({ clientKeys, sharedKeys }));
        return jsonText(reply, await gateway.requestedAttributes(visitOf(request).device, asked));
      },
      attributeUpdates: async (request, reply) => {
        const { device } = visitOf(request);
        using poll = polls.openForAttributes(device, waitMs(request.query.timeout));
        whileAsked(request, reply, poll);
        return jsonText(reply, await changedAttributes(device, poll, dependencies));
      },
      callPlatform: async (request, reply) =>
        jsonText(reply, await answerOf(visitOf(request).device, bytesOf(request), dependencies)),
      nextCall: async (request, reply) => {
        const { device } = visitOf(request);
        using poll = polls.openForCalls(device, waitMs(request.query.timeout));
        whileAsked(request, reply, poll);
        return await handOut(reply, device, poll, dependencies); // the poll is open until then
      },
      answerCall: async (request, reply) => {
        await gateway.answered(visitOf(request).device, request.params.requestId, bytesOf(request));
        return stored(reply);
      },
      claim: async () => {
        throw claimNotOffered();
      },
    },
    options,
  );
}

const nothing = Buffer.alloc(0);
const bytesOf = ({ body }: { readonly body: unknown }): Buffer => (Buffer.isBuffer(body) ? body : nothing);

const stored = (reply: Pick<FastifyReply, "send">) => reply.send();
const jsonText = (reply: Pick<FastifyReply, "type" | "send">, text: string) => reply.type(json).send(text);

/** The call of the platform that is offered [MQ6]; the gateway answers the others. */
async function answerOf(device: Device, payload: Buffer, { gateway, rates, limits }: DeviceApiParts) {
  const { method, params } = sentCallOf(payload);
  if (method !== "getSessionLimits") return gateway.call(device, method, params);
  return JSON.stringify({ maxPayloadSize: limits.bodyBytes, rateLimits: rateLimitsText(rates.allowed(device)) });
}

/** An open question moves nothing, and is none any more when its device is gone. */
function whileAsked({ raw }: Pick<FastifyRequest, "raw">, reply: Pick<FastifyReply, "raw">, poll: Poll<unknown>): void {
  const idleMs = raw.socket.timeout ?? 0;
  raw.socket.setTimeout(0);
  reply.raw.once("close", () => {
    raw.socket.setTimeout(idleMs);
    poll.end(pollEnded());
  });
}

/** The new values, and the names of those that are gone; who changed them back in the meantime changed nothing. */
async function changedAttributes(
  { id }: Device,
  poll: Poll<AttributeNews>,
  { attributes }: DeviceApiParts,
): Promise<string> {
  for (;;) {
    const news = await poll.next();
    const only = [...new Set(news.flatMap(({ changed }) => changed))];
    const found = only.length === 0 ? [] : await attributes.read(id, { only }, ["SHARED_SCOPE"]);
    const values = new Map(found.map(({ key, value }) => [key, value]));
    const deleted = [...new Set(news.flatMap((one) => one.deleted))].filter((key) => !values.has(key));
    if (poll.refusal) throw poll.refusal;
    if (values.size > 0 || deleted.length > 0) return updateText(attributesJson(values), deleted);
  }
}

function updateText(values: string, deleted: readonly string[]): string {
  if (deleted.length === 0) return values;
  const gone = `"deleted":${JSON.stringify(deleted)}`;
  return values === "{}" ? `{${gone}}` : `${values.slice(0, -1)},${gone}}`;
}

/** One call, durably marked as sent before its bytes leave; what did not leave waits for the next contact [CMD2]. */
async function handOut(
  reply: Pick<FastifyReply, "type" | "send" | "raw">,
  device: Device,
  poll: Poll<true>,
  { gateway, onError }: DeviceApiParts,
) {
  for (;;) {
    const [call] = await gateway.takeCalls(device, 1, undefined);
    if (call) {
      const { messageId, payload } = call;
      if (poll.refusal) {
        await gateway.putBack(device, [messageId]);
        throw poll.refusal;
      }
      reply.raw.once("close", () => {
        if (reply.raw.writableFinished) gateway.delivered(device, messageId);
        else gateway.putBack(device, [messageId]).catch(onError);
      });
      return jsonText(reply, `{"id":${messageId},${payload.slice(1)}`);
    }
    await poll.next();
  }
}
