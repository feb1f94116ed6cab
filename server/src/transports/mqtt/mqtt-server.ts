import type { Duplex } from "node:stream";
import { monotonicMs } from "../../kernel/time.ts";
import type { UnauthenticatedPeers } from "../unauthenticated-peers.ts";
import { type CountsSnapshot, MqttCounts } from "./mqtt-counts.ts";
import { keepAliveSweepMs } from "./mqtt-limits.ts";
import { MqttProtocol } from "./mqtt-protocol.ts";
import { closeSession } from "./session/close-session.ts";
import { Connection, type Peer } from "./session/connection.ts";
import { InFlightBudget } from "./session/in-flight-budget.ts";
import type { MqttContext, MqttPlatform } from "./session/mqtt-context.ts";
import { NoRoom } from "./session/no-room.ts";
import { PacketScheduler } from "./session/packet-scheduler.ts";
import type { DeviceConnection, Session } from "./session/session.ts";
import { TurnEnd } from "./session/turn-end.ts";

/** The devices' side of the platform over MQTT. Listeners bring it streams; it knows no sockets. */
export class MqttServer {
  readonly #context: MqttContext;
  readonly #protocol: MqttProtocol;
  readonly #loopShares: { readonly read: PacketScheduler; readonly end: TurnEnd };
  readonly #connections = new Set<DeviceConnection>();
  readonly #tidying = new Set<Promise<void>>();
  /** While stopping: who waits for a connection's end. */
  readonly #waiting = new Map<DeviceConnection, () => void>();
  readonly #sweep: NodeJS.Timeout;
  #stopping = false;

  constructor(platform: MqttPlatform) {
    const budget = new InFlightBudget(platform.limits.inFlightBytes);
    const counts = new MqttCounts(() => budget.used);
    this.#loopShares = { read: new PacketScheduler(platform.limits.readTurns), end: new TurnEnd() };
    this.#context = { ...platform, budget, counts, noRoom: new NoRoom() };
    this.#protocol = new MqttProtocol(this.#context, (connection, tidied) => this.#gone(connection, tidied));
    this.#sweep = setInterval(() => this.#closeSilent(), keepAliveSweepMs);
    this.#sweep.unref();
  }

  get unauthenticated(): UnauthenticatedPeers {
    return this.#context.unauthenticated;
  }

  /** What was counted here so far. */
  counts(): CountsSnapshot {
    return this.#context.counts.snapshot();
  }

  accept(stream: Duplex, peer: Peer): void {
    if (this.#stopping) {
      stream.destroy();
      return;
    }
    const { limits, counts, unauthenticated } = this.#context;
    const connection = new Connection<Session>(stream, peer, this.#protocol, this.#loopShares, limits.connectBytes);
    connection.unauthenticated = unauthenticated.enter(peer.address, () => this.#turnAway(connection));
    this.#connections.add(connection);
    counts.connections = this.#connections.size;
    connection.start();
  }

  /** Says goodbye to everybody; resolves when what outlives the connections is on disk. */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#sweep);
    for (const { session } of this.#connections) if (session) session.will = undefined;
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
    this.#context.counts.connections = this.#connections.size;
    this.#tidying.add(tidied);
    void tidied.then(() => this.#tidying.delete(tidied));
    this.#waiting.get(connection)?.();
    this.#waiting.delete(connection);
  }

  /** Who has not sent CONNECT in time, and who has not been heard of for too long [MQTT-3.1.2-24]. */
  #closeSilent(): void {
    const now = monotonicMs();
    for (const connection of this.#connections) {
      const { session } = connection;
      if (!session) this.#closeUnidentified(connection, now);
      else if (connection.isHeldByUs)
        connection.lastPacket = now; // it is we who do not read
      else if (session.keepAliveMs > 0 && now - connection.lastPacket > session.keepAliveMs) {
        closeSession(session, "keep-alive-timeout", `nothing heard for ${Math.round(session.keepAliveMs / 1_000)} s`);
      }
    }
  }

  #turnAway(connection: DeviceConnection): void {
    this.#context.counts.refused("no-room");
    connection.cutOff({ by: "server", words: "others need the place", withoutWill: true });
  }

  #closeUnidentified(connection: DeviceConnection, now: number): void {
    const { limits, counts } = this.#context;
    if (connection.isHeld || now - connection.lastPacket < limits.connectTimeoutMs) return;
    counts.refused("no-connect");
    connection.close({ by: "server", words: "no CONNECT in time", withoutWill: true });
  }
}
