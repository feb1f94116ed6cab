import { Registry } from "prom-client";
import type { Database } from "../../server/src/adapters/sql/database.ts";
import { migrate } from "../../server/src/adapters/sql/migrations/migrate.ts";
import { SqlMqttSessionStore } from "../../server/src/adapters/sql/stores/mqtt-session-store.ts";
import { RefusedContacts } from "../../server/src/core/communication/index.ts";
import { type Device, TokenGuesses } from "../../server/src/core/devices/index.ts";
import { RateLimits, type RateSettings } from "../../server/src/core/rates/index.ts";
import type { PointSource } from "../../server/src/core/telemetry/index.ts";
import type { DeviceId, TenantId } from "../../server/src/kernel/ids.ts";
import { type Clock, systemClock } from "../../server/src/kernel/time.ts";
import type { DeviceCall, DeviceGateway, Remark } from "../../server/src/transports/device-gateway.ts";
import type { MqttLimits } from "../../server/src/transports/mqtt/mqtt-limits.ts";
import { MqttMetrics } from "../../server/src/transports/mqtt/mqtt-metrics.ts";
import { openMqttPorts } from "../../server/src/transports/mqtt/mqtt-ports.ts";
import { MqttServer } from "../../server/src/transports/mqtt/mqtt-server.ts";
import { publishWill } from "../../server/src/transports/mqtt/session/publish-will.ts";
import { LocalRoster } from "../../server/src/transports/mqtt/session/roster.ts";
import { Wills } from "../../server/src/transports/mqtt/session/wills.ts";
import { type UnauthenticatedLimits, UnauthenticatedPeers } from "../../server/src/transports/unauthenticated-peers.ts";
import { openMigratedSqlite } from "./databases.ts";
import { plainDevice } from "./plain-device.ts";
import { storedDevice } from "./stored-device.ts";

/** The outermost edge, played by the test: a platform whose store answers when the test says so. Every token is good. */
class StagedGateway implements DeviceGateway {
  readonly remarks: Remark[] = [];
  readonly stored: string[] = [];
  /** What happens to a message; by default it is stored at once. */
  onTelemetry: (payload: string) => Promise<number> = async () => 1;
  readonly #devices = new Map<string, Promise<Device>>();
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  findDevice(token: string): Promise<Device> {
    const known = this.#devices.get(token) ?? this.#create(token);
    this.#devices.set(token, known);
    return known;
  }

  async #create(name: string): Promise<Device> {
    const { id, tenantId } = await storedDevice(this.#database);
    return deviceNamed(name, id, tenantId);
  }

  seen(): void {}

  telemetry(_: PointSource, payload: Buffer): Promise<number> {
    const text = payload.toString();
    this.stored.push(text);
    return this.onTelemetry(text);
  }

  async attributes(): Promise<void> {}
  async requestedAttributes(): Promise<string> {
    return "{}";
  }
  async answered(): Promise<void> {}
  delivered(): void {}
  async putBack(): Promise<void> {}
  async takeCalls(): Promise<readonly DeviceCall[]> {
    return [];
  }
  async unacknowledgedCalls(): Promise<readonly DeviceCall[]> {
    return [];
  }
  async call(): Promise<string> {
    return "{}";
  }
  remark(_: Pick<Device, "id">, remark: Remark): void {
    this.remarks.push(remark);
  }
}

const deviceNamed = (name: string, id: DeviceId, tenantId: TenantId): Device => plainDevice({ id, tenantId, name });

const limits: MqttLimits = {
  maxPacketSize: 262_144,
  connectBytes: 16_384,
  connectTimeoutMs: 10_000,
  receiveMaximum: 1_000,
  inFlightBytes: 33_554_432,
  maxKeepAlive: 0,
  sessionLifetimeMs: 86_400_000,
  rateToleranceMs: 60_000,
  readTurns: { budgetMs: 10, packetsInARow: 64, newcomersPerTurn: 32 },
};
const unauthenticatedLimits: UnauthenticatedLimits = {
  atMost: 1_000,
  perNetwork: 1_000,
  bytes: 1_048_576,
  bytesPerNetwork: 262_144,
};
const willLimits = { atMost: 1_000, bytes: 1_048_576, perDevice: 10 };
const noRates: RateSettings = { deviceMessages: 0, devicePoints: 0, tenantMessages: 0, tenantPoints: 0 };

export interface BareMqtt extends AsyncDisposable {
  readonly port: number;
  readonly gateway: StagedGateway;
  readonly registry: Registry;
  readonly server: MqttServer;
  readonly roster: LocalRoster;
  /** Where the kept sessions are, and the devices. */
  readonly database: Database;
  /** What was logged as a failure of ours. */
  readonly failures: object[];
}

/** The protocol on a real port, without the platform behind it. */
export async function startBareMqtt(
  more: {
    limits?: Partial<MqttLimits>;
    rates?: Partial<RateSettings>;
    connectionsPerDevice?: number;
    unauthenticated?: Partial<UnauthenticatedLimits>;
    clock?: Clock;
  } = {},
): Promise<BareMqtt> {
  const opened = await openMigratedSqlite();
  await migrate(opened.database);
  const gateway = new StagedGateway(opened.database);
  const registry = new Registry();
  const failures: object[] = [];
  const roster = new LocalRoster(more.connectionsPerDevice ?? 1);
  const platform = {
    gateway,
    roster,
    store: new SqlMqttSessionStore(opened.database, 100, "bare"),
    rates: new RateLimits({ ...noRates, ...more.rates }),
    unauthenticated: new UnauthenticatedPeers({ ...unauthenticatedLimits, ...more.unauthenticated }),
    refusedContacts: new RefusedContacts(10, systemClock),
    guesses: new TokenGuesses({ freeGuesses: 5, longestDelayMs: 4_000, guessesPerMinute: 1_000 }),
    limits: { ...limits, ...more.limits },
    clock: more.clock ?? systemClock,
    logger: { debug: () => undefined, warn: () => undefined, error: (facts: object) => failures.push(facts) },
  };
  const wills = new Wills((will) => publishWill(platform, will), willLimits);
  const server = new MqttServer({ ...platform, wills });
  const ports = await openMqttPorts(server, { host: "127.0.0.1", port: 0, tlsPort: 0, tls: undefined });
  new MqttMetrics(registry, () => ports.counts());
  return {
    port: ports.port,
    gateway,
    registry,
    server,
    roster,
    database: opened.database,
    failures,
    [Symbol.asyncDispose]: async () => {
      await ports.stop();
      await opened[Symbol.asyncDispose]();
    },
  };
}
