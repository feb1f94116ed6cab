import type { DeviceId, TenantId } from "../../../kernel/ids.ts";

/** A connection of a device, as others see it. */
export interface Seat {
  readonly deviceId: DeviceId;
  readonly tenantId: TenantId;
  readonly clientId: string;
  /** A newer connection takes over [MQ7]; resolves when what the old one leaves behind is on disk. */
  displace(): Promise<void>;
  /** Ends the connection: the token no longer works [MQ8], or the device cannot be told everything. */
  close(reason: "token-revoked" | "busy"): void;
  /** The device is gone: nothing more is stored in its name, its will neither. */
  forget(): void;
  /** Shared attributes changed [MQ6]. */
  pushAttributes(payload: string): void;
  /** A call waits for the device. */
  callWaits(): void;
}

/** Who is connected, over all threads: what the connections need of it. */
export interface Roster {
  /** Resolves when everybody who has to make room is gone. The seat counts from the moment of the call. */
  enter(seat: Seat): Promise<void>;
  /** Whether the seat is told of attribute changes; resolves when that holds for every change from now on. */
  listens(seat: Seat, does: boolean): Promise<void>;
  leave(seat: Seat): void;
}

interface Entry {
  readonly seat: Seat;
  listens: boolean;
}

const nobody: readonly Entry[] = [];

export class LocalRoster implements Roster {
  readonly #byDevice = new Map<DeviceId, Entry[]>();
  readonly #connectionsPerDevice: number;

  constructor(connectionsPerDevice: number) {
    this.#connectionsPerDevice = connectionsPerDevice;
  }

  async enter(seat: Seat): Promise<void> {
    const displaced = this.#displacedBy(seat);
    this.#add(seat);
    await Promise.all(displaced.map((old) => old.displace()));
  }

  async listens(seat: Seat, does: boolean): Promise<void> {
    const entry = this.#entries(seat.deviceId).find((other) => other.seat === seat);
    if (entry) entry.listens = does;
  }

  leave(seat: Seat): void {
    const rest = this.#entries(seat.deviceId).filter((entry) => entry.seat !== seat);
    if (rest.length > 0) this.#byDevice.set(seat.deviceId, rest);
    else this.#byDevice.delete(seat.deviceId);
  }

  of(device: DeviceId): readonly Seat[] {
    return this.#entries(device).map(({ seat }) => seat);
  }

  /** Whom to tell of a change of attributes that happens now. */
  listening(device: DeviceId): readonly Seat[] {
    return this.#entries(device).flatMap(({ seat, listens }) => (listens ? [seat] : []));
  }

  ofTenant(tenant: TenantId): readonly Seat[] {
    return [...this.#byDevice.values()].flat().flatMap(({ seat }) => (seat.tenantId === tenant ? [seat] : []));
  }

  /** Whom a new connection pushes out: its namesakes, and the oldest beyond the number allowed [MQ7]. */
  #displacedBy({ deviceId, clientId }: Seat): readonly Seat[] {
    const others = this.of(deviceId);
    const namesakes = others.filter((seat) => seat.clientId === clientId); // [MQTT-3.1.4-2; 5.0: MQTT-3.1.4-3]
    const rest = others.filter((seat) => seat.clientId !== clientId);
    return [...namesakes, ...rest.slice(0, Math.max(0, rest.length + 1 - this.#connectionsPerDevice))];
  }

  #entries(device: DeviceId): readonly Entry[] {
    return this.#byDevice.get(device) ?? nobody;
  }

  #add(seat: Seat): void {
    const entry: Entry = { seat, listens: false };
    const entries = this.#byDevice.get(seat.deviceId);
    if (entries) entries.push(entry);
    else this.#byDevice.set(seat.deviceId, [entry]);
  }
}
