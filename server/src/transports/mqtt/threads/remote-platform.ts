import type { RateMeter } from "../../../core/rates/index.ts";
import { systemClock } from "../../../kernel/time.ts";
import { type UnauthenticatedLimits, UnauthenticatedPeers } from "../../unauthenticated-peers.ts";
import type { MqttLimits } from "../mqtt-limits.ts";
import type { KeptSessions, MqttLogger, MqttPlatform } from "../session/mqtt-context.ts";
import type { WillTimers } from "../session/wills.ts";
import type { AppendSender } from "./append-line.ts";
import { RemoteGateway } from "./remote-gateway.ts";
import type { PlatformBridge, RemoteRoster } from "./remote-roster.ts";
import type { RateSwitch } from "./thread-handlers.ts";

/** What a transport thread is told about the node when it starts. */
export interface ThreadSettings {
  readonly limits: MqttLimits;
  readonly unauthenticated: UnauthenticatedLimits;
}

/** Everything the transport needs from outside, asked for over the bridge. */
export function remotePlatform(
  bridge: PlatformBridge,
  appends: AppendSender,
  roster: RemoteRoster,
  rates: RateSwitch,
  settings: ThreadSettings,
): MqttPlatform {
  return {
    gateway: new RemoteGateway(bridge, appends),
    store: remoteSessions(bridge),
    roster,
    rates: remoteRates(bridge, rates),
    guesses: {
      failed: (address, now) => bridge.call("badToken", address, now),
      passed: (address, token, now) => bridge.call("goodToken", address, token, now),
      waited: (address, token) => bridge.call("tokenWaited", address, token),
    },
    refusedContacts: { note: (address, contact) => bridge.tell("refusedContact", address, contact) },
    wills: remoteWills(bridge),
    unauthenticated: new UnauthenticatedPeers(settings.unauthenticated),
    limits: settings.limits,
    clock: systemClock,
    logger: remoteLogger(bridge),
  };
}

const remoteSessions = (bridge: PlatformBridge): KeptSessions => ({
  open: (device, clientId, now) => bridge.call("openSession", device, clientId, now),
  discard: (device, clientId) => bridge.call("discardSession", device, clientId),
  saveSubscriptions: (id, kept, wantsPushes) => bridge.call("saveSubscriptions", id, kept, wantsPushes),
  saveReceived: (id, identifiers, upTo) => bridge.call("saveReceived", id, identifiers, upTo),
  suspend: (id, state) => bridge.call("suspendSession", id, state),
  end: (id) => bridge.call("endSession", id),
  queued: (id, after, limit) => bridge.call("queued", id, after, limit),
  acknowledge: (id, numbers) => bridge.call("acknowledgePushes", id, numbers),
});

/** A tenant's devices are on every thread: what they send is counted in one place [MQ9]. */
function remoteRates(bridge: PlatformBridge, state: RateSwitch): RateMeter {
  return {
    get areOn() {
      return state.areOn;
    },
    allowed: (device) => bridge.call("allowedRates", device),
    count: (device, points) => bridge.call("countMessage", device, points),
  };
}

const remoteWills = (bridge: PlatformBridge): WillTimers => ({
  schedule: (key, delayMs, will) =>
    bridge.tell("scheduleWill", key, delayMs, { ...will, payload: new Uint8Array(will.payload) }),
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
