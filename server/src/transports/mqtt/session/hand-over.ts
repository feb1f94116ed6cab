import { topics } from "@heliograph/contract";
import type { MqttContext } from "../mqtt-context.ts";
import type { QoS } from "../wire/packet-types.ts";
import { ProtocolError } from "../wire/protocol-error.ts";
import { reasons } from "../wire/reasons.ts";
import { answerClientCall } from "./client-call.ts";
import { deliver } from "./deliver.ts";
import type { Session } from "./session.ts";
import { type PublishRoute, routeOf } from "./topic-routes.ts";

export interface Handed {
  readonly payload: Buffer;
  readonly qos: QoS;
}

/** Resolves to the number of points when the message is durable. */
type Receiver = (context: MqttContext, session: Session, message: Handed, id: string) => Promise<number>;

const receivers: Record<PublishRoute, Receiver> = {
  telemetry: (context, session, { payload }) => context.gateway.telemetry(session.device, payload),
  attributes: async (context, session, { payload }) => {
    await context.gateway.attributes(session.device, payload);
    return 0;
  },
  "attribute-request": async (context, session, message, id) => {
    const answer = await context.gateway.requestedAttributes(session.device, message.payload);
    reply(context, session, message, `${topics.attributeResponse}${id}`, answer);
    return 0;
  },
  "rpc-answer": async (context, session, { payload }, id) => {
    await context.gateway.answered(session.device, id, payload);
    return 0;
  },
  "client-rpc": async (context, session, message, id) => {
    const answer = await answerClientCall(context, session.device, message.payload);
    reply(context, session, message, `${topics.rpcResponse}${id}`, answer);
    return 0;
  },
};

/** Hands a message to whoever its topic belongs to. */
export function handOver(context: MqttContext, session: Session, topic: string, message: Handed): Promise<number> {
  const routed = routeOf(topic);
  if (!routed) return Promise.reject(new ProtocolError("topic-unknown", reasons["topic-unknown"].words));
  return receivers[routed.route](context, session, message, routed.id);
}

/** Answers are sent even without a subscription, as deployed platforms do [MQ5]. */
function reply(context: MqttContext, session: Session, { qos }: Handed, topic: string, payload: string): void {
  deliver(context, session, { topic, payload, unasked: qos === 0 ? 0 : 1 });
}
