import type { Attributes } from "../../core/attributes/index.ts";
import type { EventBus } from "../../core/events/index.ts";
import { attributePushes } from "../../core/mqtt-sessions/index.ts";
import type { DeviceId } from "../../kernel/ids.ts";
import type { MqttLogger } from "./session/mqtt-context.ts";
import type { LocalRoster } from "./session/roster.ts";
import type { Wills } from "./session/wills.ts";

interface Followed {
  readonly events: EventBus;
  readonly attributes: Attributes;
}

interface Followers {
  readonly roster: LocalRoster;
  readonly wills: Wills;
}

/** What happens elsewhere on the platform and concerns a device that is or was connected. Returns the way to stop. */
export function followEvents(
  { roster, wills }: Followers,
  { events, attributes }: Followed,
  logger: MqttLogger,
): () => void {
  const push = async (device: DeviceId, changed: readonly string[], deleted: readonly string[]): Promise<void> => {
    const listening = roster.listening(device); // who listens when the change happens, not later
    if (listening.length === 0) return;
    const found = changed.length === 0 ? [] : await attributes.read(device, { only: changed }, ["SHARED_SCOPE"]);
    const values = new Map(found.map(({ key, value }) => [key, value]));
    for (const payload of attributePushes(values, deleted)) for (const seat of listening) seat.pushAttributes(payload);
  };
  const subscriptions = [
    events.subscribe("device-token-changed", ({ deviceId }) => {
      for (const seat of roster.of(deviceId)) seat.close("token-revoked");
    }),
    events.subscribe("device-removed", ({ deviceId }) => {
      for (const seat of roster.of(deviceId)) seat.forget();
      wills.cancelDevice(deviceId);
    }),
    events.subscribe("tenant-removed", ({ tenantId }) => {
      for (const seat of roster.ofTenant(tenantId)) seat.forget();
      wills.cancelTenant(tenantId);
    }),
    events.subscribe("command-queued", ({ deviceId, type }) => {
      if (type === "RPC") roster.called(deviceId)?.callWaits();
    }),
    events.subscribe("attributes-changed", ({ deviceId, scope, changed, deleted }) => {
      if (scope !== "SHARED_SCOPE") return;
      push(deviceId, changed, deleted).catch((error: unknown) => {
        logger.error({ err: error, deviceId }, "a device could not be told of its new attributes");
      });
    }),
  ];
  return () => {
    for (const unsubscribe of subscriptions) unsubscribe();
  };
}
