import type { Duplex } from "node:stream";
import { topics } from "@heliograph/contract";
import type { Registry } from "prom-client";
import { BadTokenBrake } from "../../core/devices/index.ts";
import type { MqttSessionStore } from "../../core/mqtt-sessions/index.ts";
import type { DeviceId, TenantId } from "../../kernel/ids.ts";
import type { Clock } from "../../kernel/time.ts";
import type { DeviceGateway } from "./device-gateway.ts";
import type { MqttContext, MqttLogger } from "./mqtt-context.ts";
import { connectTimeoutMs, keepAliveSweepMs, type MqttLimits } from "./mqtt-limits.ts";
import { MqttMetrics } from "./mqtt-metrics.ts";
import { MqttProtocol } from "./mqtt-protocol.ts";
import { type OwnRates, RateLimits, type RateSettings } from "./rate/rate-limits.ts";
import { deliverCalls } from "./session/call-pump.ts";
import { closeSession } from "./session/close-session.ts";
import { Connection, type Peer } from "./session/connection.ts";
import { deliver } from "./session/deliver.ts";
import { InFlightBudget } from "./session/in-flight-budget.ts";
import { LiveSessions } from "./session/live-sessions.ts";
import type { DeviceConnection, Session } from "./session/session.ts";
import { TurnEnd } from "./session/turn-end.ts";
import { Wills } from "./session/wills.ts";

export interface MqttServerParts {
  readonly gateway: DeviceGateway;
  readonly store: MqttSessionStore;
  readonly limits: MqttLimits;
  readonly rates: RateSettings;
  readonly ownRates?: OwnRates;
  readonly registry: Registry;
  readonly clock: Clock;
  readonly logger: MqttLogger;
}

/** The devices' side of the platform over MQTT. Listeners bring it streams; it knows no sockets. */
export class MqttServer {
  readonly #context: MqttContext;
  readonly #protocol: MqttProtocol;
  readonly #turnEnd = new TurnEnd();
  readonly #connections = new Set<DeviceConnection>();
  readonly #tidying = new Set<Promise<void>>();
  /** While stopping: who waits for a connection's end. */
  readonly #waiting = new Map<DeviceConnection, () => void>();
  readonly #sweep: NodeJS.Timeout;
  #stopping = false;

  constructor(parts: MqttServerParts) {
    const budget = new InFlightBudget(parts.limits.inFlightBytes);
    this.#context = {
      ...parts,
      budget,
      live: new LiveSessions(),
      rates: new RateLimits(parts.rates, parts.ownRates),
      brake: new BadTokenBrake(),
      wills: new Wills(),
      metrics: new MqttMetrics(parts.registry, () => budget.used),
    };
    this.#protocol = new MqttProtocol(this.#context, (connection, tidied) => this.#gone(connection, tidied));
    this.#sweep = setInterval(() => this.#closeSilent(), keepAliveSweepMs);
    this.#sweep.unref();
  }

  accept(stream: Duplex, peer: Peer): void {
    if (this.#stopping) {
      stream.destroy();
      return;
    }
    const { limits, metrics } = this.#context;
    const connection = new Connection<Session>(stream, peer, this.#protocol, this.#turnEnd, limits.maxPacketSize);
    this.#connections.add(connection);
    metrics.connections = this.#connections.size;
    connection.start();
  }

  /** Whether the device is to be told of changes now; asked when the change happens, not later. */
  listensForAttributes(device: DeviceId): boolean {
    return this.#context.live.of(device).some(({ subscriptions }) => subscriptions.audienceOf(topics.attributes));
  }

  /** Shared attributes changed: whoever listens is told; sessions with a durable queue find it there [MQ6, MQ7]. */
  pushAttributes(device: DeviceId, payload: string): void {
    for (const session of this.#context.live.of(device)) {
      const audience = session.subscriptions.audienceOf(topics.attributes);
      if (audience?.qos === 1 && session.queue) session.queue.kick();
      else deliver(this.#context, session, { topic: topics.attributes, payload });
    }
  }

  /** A call waits for the device. */
  callWaits(device: DeviceId): void {
    for (const session of this.#context.live.of(device)) {
      deliverCalls(this.#context, session).catch((error: unknown) => {
        this.#context.logger.error({ err: error, deviceId: device }, "the calls for a device cannot be read");
      });
    }
  }

  /** The token no longer works: sessions with it are closed at once [MQ8]. */
  revoke(device: DeviceId): void {
    for (const session of [...this.#context.live.of(device)]) closeSession(session, "token-revoked");
  }

  /** The device is gone: nothing more is stored in its name, its will neither. */
  forget(device: DeviceId): void {
    for (const session of this.#context.live.of(device)) session.will = undefined;
    this.revoke(device);
  }

  forgetTenant(tenant: TenantId): void {
    for (const { device } of [...this.#context.live.ofTenant(tenant)]) this.forget(device.id);
  }

  /** Says goodbye to everybody; resolves when what outlives the connections is on disk. */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#sweep);
    this.#context.wills.stop();
    for (const session of this.#context.live.all()) session.will = undefined;
    const gone = [...this.#connections].map((connection) => this.#closed(connection));
    for (const connection of this.#connections) this.#sayGoodbye(connection);
    await Promise.all(gone);
    await Promise.all(this.#tidying);
  }

  #sayGoodbye(connection: DeviceConnection): void {
    if (connection.session) closeSession(connection.session, "stopping");
    else connection.close({ by: "server", words: "the server is shutting down", withoutWill: true });
  }

  #closed(connection: DeviceConnection): Promise<void> {
    return new Promise((resolve) => this.#waiting.set(connection, resolve));
  }

  #gone(connection: DeviceConnection, tidied: Promise<void>): void {
    this.#connections.delete(connection);
    this.#context.metrics.connections = this.#connections.size;
    this.#tidying.add(tidied);
    void tidied.then(() => this.#tidying.delete(tidied));
    this.#waiting.get(connection)?.();
    this.#waiting.delete(connection);
  }

  /** Who has not sent CONNECT in time, and who has not been heard of for too long [MQTT-3.1.2-24]. */
  #closeSilent(): void {
    const now = Date.now();
    for (const connection of this.#connections) {
      const { session } = connection;
      if (!session) this.#closeUnidentified(connection, now);
      else if (connection.isHeld)
        connection.lastPacket = now; // it is we who do not read
      else if (session.keepAliveMs > 0 && now - connection.lastPacket > session.keepAliveMs) {
        closeSession(session, "keep-alive-timeout", `nothing heard for ${Math.round(session.keepAliveMs / 1_000)} s`);
      }
    }
  }

  #closeUnidentified(connection: DeviceConnection, now: number): void {
    if (connection.isHeld || now - connection.opened < connectTimeoutMs) return;
    this.#context.metrics.refused("no-connect");
    connection.close({ by: "server", words: "no CONNECT within 10 s", withoutWill: true });
  }
}
