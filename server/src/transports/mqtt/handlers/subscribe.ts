import { topics } from "@heliograph/contract/topics";
import type { ISubscribePacket, IUnsubscribePacket } from "mqtt-packet";
import { deliverCalls } from "../session/call-pump.ts";
import { closeSession } from "../session/close-session.ts";
import { hold } from "../session/connection.ts";
import type { MqttContext } from "../session/mqtt-context.ts";
import type { Session } from "../session/session.ts";
import { isOwnFilter, isShared } from "../session/topic-filter.ts";
import { suback, unsuback } from "../wire/encode.ts";
import type { QoS } from "../wire/packet-types.ts";
import { noSubscriptionExisted, type ReasonName, reasons, subackFailure } from "../wire/reasons.ts";

type Identified = { readonly messageId: number };

export function onSubscribe(context: MqttContext, session: Session, packet: ISubscribePacket & Identified): void {
  const identifier = packet.properties?.subscriptionIdentifier;
  const granted = packet.subscriptions.map(({ topic, qos }) => grant(session, topic, qos, identifier));
  whenSaved(context, session, () => {
    session.connection.send(suback(packet.messageId, granted, session.version));
    deliverCalls(context, session);
  });
}

export function onUnsubscribe(context: MqttContext, session: Session, packet: IUnsubscribePacket & Identified): void {
  const results = packet.unsubscriptions.map((filter) =>
    session.subscriptions.remove(filter) ? 0 : noSubscriptionExisted,
  );
  whenSaved(context, session, () => session.connection.send(unsuback(packet.messageId, results, session.version)));
}

function grant(session: Session, filter: string, qos: QoS, identifier: number | undefined): number {
  const refused = refusalOf(session, filter);
  if (refused) return session.version === 5 ? reasons[refused].code : subackFailure;
  return session.subscriptions.add(filter, qos, identifier);
}

function refusalOf({ subscriptions }: Session, filter: string): ReasonName | undefined {
  if (isShared(filter)) return "shared-not-supported";
  if (!isOwnFilter(filter)) return "topic-filter-invalid";
  return subscriptions.isFull && !subscriptions.has(filter) ? "quota-exceeded" : undefined;
}

/** The device is told when it holds: for changes made from now on, and durably if the session is. Read on after that. */
function whenSaved(context: MqttContext, session: Session, then: () => void): void {
  session.connection.hold(hold.saving);
  session.saving = save(context, session)
    .then(then)
    .catch((error: unknown) => {
      context.logger.error({ err: error, deviceId: session.device.id }, "a subscription cannot be saved");
      closeSession(session, "busy");
    })
    .finally(() => session.connection.release(hold.saving));
}

async function save({ roster, store }: MqttContext, { seat, keptId, subscriptions }: Session): Promise<void> {
  await roster.listens(seat, subscriptions.listening);
  const audience = subscriptions.audienceOf(topics.attributes);
  if (keptId !== undefined) await store.saveSubscriptions(keptId, subscriptions.all, audience?.qos === 1);
}
