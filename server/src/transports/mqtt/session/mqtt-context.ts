import type { RefusedContacts } from "../../../core/communication/index.ts";
import type { ConnectionRecords } from "../../../core/mqtt-sessions/index.ts";
import type { RateMeter } from "../../../core/rates/index.ts";
import type { Clock, EpochMs } from "../../../kernel/time.ts";
import type { DeviceGateway } from "../../device-gateway.ts";
import type { UnauthenticatedPeers } from "../../unauthenticated-peers.ts";
import type { MqttCounts } from "../mqtt-counts.ts";
import type { MqttLimits } from "../mqtt-limits.ts";
import type { InFlightBudget } from "./in-flight-budget.ts";
import type { NoRoom } from "./no-room.ts";
import type { Roster } from "./roster.ts";
import type { WillTimers } from "./wills.ts";

/** The part of a logger the transport uses. */
export interface MqttLogger {
  debug(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** The part of the kept sessions that connections need. */
export type KeptSessions = ConnectionRecords;

/** Slows down whoever tries tokens: how long the answer to a wrong or a right one is to be held back, in milliseconds. */
interface GuessBrake {
  failed(address: string, now: EpochMs): number | Promise<number>;
  passed(address: string, token: string, now: EpochMs): number | Promise<number>;
  /** The holder of a right token was still there after that. */
  waited(address: string, token: string): void | Promise<void>;
}

/**
 * What the transport needs from outside. Everything here may be in another thread: what has to be one for the whole
 * node (who is connected, the limits of a tenant, failures of an address, delayed wills) is asked for, never held.
 */
export interface MqttPlatform {
  readonly gateway: DeviceGateway;
  readonly store: KeptSessions;
  readonly roster: Roster;
  readonly rates: RateMeter;
  readonly guesses: GuessBrake;
  readonly refusedContacts: Pick<RefusedContacts, "note">;
  readonly wills: WillTimers;
  /** Those of this thread: connections are not carried from one to another. */
  readonly unauthenticated: UnauthenticatedPeers;
  readonly limits: MqttLimits;
  readonly clock: Clock;
  readonly logger: MqttLogger;
}

/** What the handlers share; one per thread. */
export interface MqttContext extends MqttPlatform {
  readonly budget: InFlightBudget;
  readonly counts: MqttCounts;
  readonly noRoom: NoRoom;
}
