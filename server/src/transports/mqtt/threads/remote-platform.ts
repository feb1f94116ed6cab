import { systemClock } from "../../../kernel/time.ts";
import type { KeptSessions, MqttLogger, MqttPlatform } from "../mqtt-context.ts";
import type { MqttLimits } from "../mqtt-limits.ts";
import { RateLimits, type RateMeter, type RateSettings } from "../rate/rate-limits.ts";
import type { WillTimers } from "../session/wills.ts";
import type { AppendSender } from "./append-line.ts";
import { RemoteGateway } from "./remote-gateway.ts";
import type { PlatformBridge, RemoteRoster } from "./remote-roster.ts";

/** What a transport thread is told about the node when it starts. */
export interface ThreadSettings {
  readonly limits: MqttLimits;
  readonly rates: RateSettings;
}

/** Everything the transport needs from outside, asked for over the bridge. */
export function remotePlatform(
  bridge: PlatformBridge,
  appends: AppendSender,
  roster: RemoteRoster,
  settings: ThreadSettings,
): MqttPlatform {
  return {
    gateway: new RemoteGateway(bridge, appends),
    store: remoteSessions(bridge),
    roster,
    rates: remoteRates(bridge, settings.rates),
    brake: { failed: (address, now) => bridge.call("badToken", address, now) },
    wills: remoteWills(bridge),
    limits: settings.limits,
    clock: systemClock,
    logger: remoteLogger(bridge),
  };
}

const remoteSessions = (bridge: PlatformBridge): KeptSessions => ({
  open: (device, clientId, now) => bridge.call("openSession", device, clientId, now),
  discard: (device, clientId) => bridge.call("discardSession", device, clientId),
  saveSubscriptions: (id, kept, wantsPushes) => bridge.call("saveSubscriptions", id, kept, wantsPushes),
  saveReceived: (id, identifiers) => bridge.call("saveReceived", id, identifiers),
  suspend: (id, state) => bridge.call("suspendSession", id, state),
  end: (id) => bridge.call("endSession", id),
  queued: (id, after, limit) => bridge.call("queued", id, after, limit),
  acknowledge: (id, numbers) => bridge.call("acknowledgePushes", id, numbers),
});

/** A tenant's devices are on every thread: what they send is counted in one place [MQ9]. */
function remoteRates(bridge: PlatformBridge, settings: RateSettings): RateMeter {
  const known = new RateLimits(settings);
  return {
    areOn: known.areOn,
    perSecond: (name) => known.perSecond(name),
    count: (device, points, now) => bridge.call("countMessage", device, points, now),
  };
}

const remoteWills = (bridge: PlatformBridge): WillTimers => ({
  schedule: (key, delayMs, { device, topic, payload }) =>
    bridge.tell("scheduleWill", key, delayMs, { device, topic, payload: new Uint8Array(payload) }),
  cancel: (key) => bridge.tell("cancelWill", key),
});

function remoteLogger(bridge: PlatformBridge): MqttLogger {
  const log = (level: keyof MqttLogger) => (facts: object, message: string) =>
    bridge.tell("log", level, plainFacts(facts), message);
  return { debug: log("debug"), warn: log("warn"), error: log("error") };
}

/** What hangs on an error may not be copied; what it says can. */
function plainFacts(facts: object): object {
  if (!("err" in facts) || !(facts.err instanceof Error)) return facts;
  const { name, message, stack } = facts.err;
  return { ...facts, err: { type: name, message, stack } };
}
