import { topics } from "@heliograph/contract/topics";
import { ProtocolError } from "../wire/protocol-error.ts";
import { reasons } from "../wire/reasons.ts";
import { answerClientCall } from "./client-call.ts";
import type { MqttPlatform } from "./mqtt-context.ts";
import type { Sender } from "./sender.ts";
import { type PublishRoute, routeOf } from "./topic-routes.ts";

/** What it takes to receive a message. */
export type Receiving = Pick<MqttPlatform, "gateway" | "limits" | "rates">;

/** Sends an answer to the device, if the message asks for one. */
type Reply = (topic: string, payload: string) => void;

/** Resolves to the number of points when the message is durable. */
type Receiver = (receiving: Receiving, from: Sender, payload: Buffer, reply: Reply, id: string) => Promise<number>;

const receivers: Record<PublishRoute, Receiver> = {
  telemetry: ({ gateway }, { device, time, receipt }, payload) => gateway.telemetry(device, payload, { time, receipt }),
  attributes: async ({ gateway }, { device }, payload) => {
    await gateway.attributes(device, payload);
    return 0;
  },
  "attribute-request": async ({ gateway }, { device }, payload, reply, id) => {
    reply(`${topics.attributeResponse}${id}`, await gateway.requestedAttributes(device, payload));
    return 0;
  },
  "rpc-answer": async ({ gateway }, { device }, payload, _, id) => {
    await gateway.answered(device, id, payload);
    return 0;
  },
  "client-rpc": async (receiving, from, payload, reply, id) => {
    reply(`${topics.rpcResponse}${id}`, await answerClientCall(receiving, from, payload));
    return 0;
  },
};

/** Hands a message to whoever its topic belongs to. */
export function handOver(
  receiving: Receiving,
  from: Sender,
  topic: string,
  payload: Buffer,
  reply: Reply,
): Promise<number> {
  const routed = routeOf(topic);
  if (!routed) return Promise.reject(new ProtocolError("topic-unknown", reasons["topic-unknown"].words));
  return receivers[routed.route](receiving, from, payload, reply, routed.id);
}
