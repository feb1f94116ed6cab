import { topics } from "@heliograph/contract";
import type { ISubscribePacket, IUnsubscribePacket } from "mqtt-packet";
import type { MqttContext } from "../mqtt-context.ts";
import { deliverCalls } from "../session/call-pump.ts";
import { closeSession } from "../session/close-session.ts";
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
    deliverCalls(context, session).catch((error: unknown) => {
      context.logger.error({ err: error, deviceId: session.device.id }, "the calls for a device cannot be read");
      closeSession(session, "busy");
    });
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

/** A session that outlives its connection is told "subscribed" when that is durable. */
function whenSaved({ store, logger }: MqttContext, session: Session, then: () => void): void {
  const { keptId, subscriptions } = session;
  if (keptId === undefined) {
    then();
    return;
  }
  const kept = subscriptions.all;
  const wantsPushes = subscriptions.audienceOf(topics.attributes)?.qos === 1;
  session.saving = session.saving
    .then(() => store.saveSubscriptions(keptId, kept, wantsPushes))
    .then(then)
    .catch((error: unknown) => {
      logger.error({ err: error, deviceId: session.device.id }, "a subscription cannot be saved");
      closeSession(session, "busy");
    });
}
