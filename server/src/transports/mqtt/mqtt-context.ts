import type { BadTokenBrake } from "../../core/devices/index.ts";
import type { MqttSessionStore } from "../../core/mqtt-sessions/index.ts";
import type { Clock } from "../../kernel/time.ts";
import type { DeviceGateway } from "./device-gateway.ts";
import type { MqttLimits } from "./mqtt-limits.ts";
import type { MqttMetrics } from "./mqtt-metrics.ts";
import type { RateLimits } from "./rate/rate-limits.ts";
import type { InFlightBudget } from "./session/in-flight-budget.ts";
import type { LiveSessions } from "./session/live-sessions.ts";
import type { Wills } from "./session/wills.ts";

/** The part of a logger the transport uses. */
export interface MqttLogger {
  debug(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** What the handlers share; one per node. */
export interface MqttContext {
  readonly gateway: DeviceGateway;
  readonly store: MqttSessionStore;
  readonly live: LiveSessions;
  readonly limits: MqttLimits;
  readonly budget: InFlightBudget;
  readonly rates: RateLimits;
  readonly brake: BadTokenBrake;
  readonly wills: Wills;
  readonly metrics: MqttMetrics;
  readonly clock: Clock;
  readonly logger: MqttLogger;
}
