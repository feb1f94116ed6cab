import { topics } from "@heliograph/contract";
import type { MqttContext } from "../mqtt-context.ts";
import { closeSession } from "./close-session.ts";
import { deliver } from "./deliver.ts";
import type { Session } from "./session.ts";

/** Calls handed out per step; the device's window decides how many are on their way. */
const callsAtOnce = 16;

/** Whether the device listens for calls. */
const listens = (session: Session): boolean => session.subscriptions.audienceOf(`${topics.rpcRequest}0`) !== undefined;

/** Hands waiting calls to a device that listens for them; each goes out at most once [CMD2]. */
export function deliverCalls(context: MqttContext, session: Session): void {
  takeAndDeliver(context, session).catch((error: unknown) => {
    context.logger.error({ err: error, deviceId: session.device.id }, "the calls for a device cannot be read");
    closeSession(session, "busy");
  });
}

async function takeAndDeliver(context: MqttContext, session: Session): Promise<void> {
  while (!session.connection.isEnding && listens(session)) {
    const calls = await context.gateway.takeCalls(session.device, callsAtOnce);
    for (const { messageId, payload } of calls) {
      const onDelivered = () => context.gateway.delivered(session.device, messageId);
      deliver(context, session, { topic: `${topics.rpcRequest}${messageId}`, payload, unasked: 0, onDelivered });
    }
    if (calls.length < callsAtOnce) return;
  }
}
