import type { Device } from "../../../core/devices/index.ts";
import type { KeptSubscription } from "../../../core/mqtt-sessions/index.ts";
import type { DeviceId, MqttSessionId } from "../../../kernel/ids.ts";
import type { EpochMs } from "../../../kernel/time.ts";
import type { Remark } from "../../device-gateway.ts";
import type { KeptSessions, MqttLogger, MqttPlatform } from "../session/mqtt-context.ts";
import type { Listening } from "../session/roster.ts";
import type { DueWill } from "../session/wills.ts";
import type { SeatBook, SeatFacts } from "./seat-facts.ts";

/** A Buffer arrives in another thread as plain bytes. */
const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** What the platform does for a transport thread that asks. `seats` are those of that thread. */
export function platformHandlers(platform: MqttPlatform, seats: SeatBook) {
  const { gateway, store, rates, guesses, refusedContacts, wills, logger } = platform;
  return {
    findDevice: (token: string) => gateway.findDevice(token),
    seen: (device: Device) => gateway.seen(device),
    attributes: (device: Device, payload: Uint8Array) => gateway.attributes(device, bufferOf(payload)),
    requestedAttributes: (device: Device, payload: Uint8Array) =>
      gateway.requestedAttributes(device, bufferOf(payload)),
    answered: (device: Device, id: string, payload: Uint8Array) => gateway.answered(device, id, bufferOf(payload)),
    delivered: (device: Device, messageId: number, problem: string | undefined) =>
      gateway.delivered(device, messageId, problem),
    putBack: (device: Device, messageIds: readonly number[]) => gateway.putBack(device, messageIds),
    takeCalls: (device: Device, limit: number, session: MqttSessionId | undefined) =>
      gateway.takeCalls(device, limit, session),
    unacknowledgedCalls: (device: Device, session: MqttSessionId) => gateway.unacknowledgedCalls(device, session),
    callPlatform: (device: Device, method: string, params: unknown) => gateway.call(device, method, params),
    remark: (device: Pick<Device, "id">, remark: Remark) => gateway.remark(device, remark),

    openSession: (device: DeviceId, clientId: string, now: EpochMs) => store.open(device, clientId, now),
    discardSession: (device: DeviceId, clientId: string) => store.discard(device, clientId),
    saveSubscriptions: (id: MqttSessionId, kept: readonly KeptSubscription[], wantsPushes: boolean) =>
      store.saveSubscriptions(id, kept, wantsPushes),
    saveReceived: (id: MqttSessionId, identifiers: readonly number[], upTo: number) =>
      store.saveReceived(id, identifiers, upTo),
    suspendSession: (id: MqttSessionId, state: Parameters<KeptSessions["suspend"]>[1]) => store.suspend(id, state),
    endSession: (id: MqttSessionId) => store.end(id),
    queued: (id: MqttSessionId, after: number, limit: number) => store.queued(id, after, limit),
    acknowledgePushes: (id: MqttSessionId, numbers: readonly number[]) => store.acknowledge(id, numbers),

    enter: (seat: SeatFacts) => seats.enter(seat),
    listens: (seat: number, to: Listening) => seats.listens(seat, to),
    isCalled: (seat: number) => seats.isCalled(seat),
    leave: (seat: number) => seats.leave(seat),

    allowedRates: (device: Device) => rates.allowed(device),
    countMessage: (device: Device, points: number) => rates.count(device, points),
    badToken: (address: string, now: EpochMs) => guesses.failed(address, now),
    goodToken: (address: string, token: string, now: EpochMs) => guesses.passed(address, token, now),
    tokenWaited: (address: string, token: string) => guesses.waited(address, token),
    refusedContact: (...noted: Parameters<typeof refusedContacts.note>) => refusedContacts.note(...noted),
    scheduleWill: (key: string, delayMs: number, will: DueWill) => wills.schedule(key, delayMs, will),
    cancelWill: (key: string) => wills.cancel(key),
    log: (level: keyof MqttLogger, facts: object, message: string) => logger[level](facts, message),
  };
}

export type PlatformHandlers = ReturnType<typeof platformHandlers>;
