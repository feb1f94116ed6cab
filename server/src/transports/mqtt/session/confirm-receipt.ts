import type { AckSlot } from "./ack-queue.ts";
import { closeSession } from "./close-session.ts";
import type { MqttContext } from "./mqtt-context.ts";
import type { Session } from "./session.ts";

/** PUBREC says that a repetition will be known as one: that has to hold after a crash, too [MQTT-4.3.3-2]. */
export function confirmReceipt(context: MqttContext, session: Session, slot: AckSlot, answer: "plain" | Buffer): void {
  session.received.add(slot.messageId).then(
    () => session.acknowledge(slot, answer),
    (error: unknown) => {
      session.arriving.delete(slot.messageId);
      context.logger.error({ err: error, deviceId: session.device.id }, "a receipt cannot be kept");
      closeSession(session, "busy");
    },
  );
}
