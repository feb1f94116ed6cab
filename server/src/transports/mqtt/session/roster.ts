import type { DeviceId, TenantId } from "../../../kernel/ids.ts";
import { systemClock } from "../../../kernel/time.ts";

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

/** What a connection subscribed to. */
export interface Listening {
  readonly attributes: boolean;
  readonly calls: boolean;
}

/** Who is connected, over all threads: what the connections need of it. */
export interface Roster {
  /** Resolves when everybody who has to make room is gone. The seat counts from the moment of the call. */
  enter(seat: Seat): Promise<void>;
  /** What the seat is told; resolves when that holds for everything from now on. */
  listens(seat: Seat, to: Listening): Promise<void>;
  /** A call goes to exactly one connection: whether it is this one, the last to subscribe [MQ7]. */
  isCalled(seat: Seat): Promise<boolean>;
  leave(seat: Seat): void;
}

interface Entry {
  readonly seat: Seat;
  toAttributes: boolean;
  /** Counts up with each that begins to listen for calls; 0 when it does not. */
  toCallsSince: number;
  /** When that was. */
  toCallsAt: number;
}

const nobody: readonly Entry[] = [];

export class LocalRoster implements Roster {
  readonly #byDevice = new Map<DeviceId, Entry[]>();
  readonly #connectionsPerDevice: number;
  #lastSince = 0;

  constructor(connectionsPerDevice: number) {
    this.#connectionsPerDevice = connectionsPerDevice;
  }

  async enter(seat: Seat): Promise<void> {
    const displaced = this.#displacedBy(seat);
    this.#add(seat);
    await Promise.all(displaced.map((old) => old.displace()));
  }

  async listens(seat: Seat, { attributes, calls }: Listening): Promise<void> {
    const entry = this.#entries(seat.deviceId).find((other) => other.seat === seat);
    if (!entry) return;
    const called = this.called(seat.deviceId);
    entry.toAttributes = attributes;
    if (!calls) entry.toCallsSince = 0;
    else if (entry.toCallsSince === 0) [entry.toCallsSince, entry.toCallsAt] = [++this.#lastSince, systemClock()];
    if (called === seat) this.called(seat.deviceId)?.callWaits();
  }

  async isCalled(seat: Seat): Promise<boolean> {
    return this.called(seat.deviceId) === seat;
  }

  leave(seat: Seat): void {
    const called = this.called(seat.deviceId);
    const rest = this.#entries(seat.deviceId).filter((entry) => entry.seat !== seat);
    if (rest.length > 0) this.#byDevice.set(seat.deviceId, rest);
    else this.#byDevice.delete(seat.deviceId);
    if (called === seat) this.called(seat.deviceId)?.callWaits(); // what was left for it may wait
  }

  /** The connection that gets the device's calls: the last to subscribe. */
  called(device: DeviceId): Seat | undefined {
    return this.#called(device)?.seat;
  }

  /** When that one began to listen, by the clock that nodes share; undefined when nobody does. */
  calledSince(device: DeviceId): number | undefined {
    return this.#called(device)?.toCallsAt;
  }

  #called(device: DeviceId): Entry | undefined {
    let newest: Entry | undefined;
    for (const entry of this.#entries(device)) if (entry.toCallsSince > (newest?.toCallsSince ?? 0)) newest = entry;
    return newest;
  }

  of(device: DeviceId): readonly Seat[] {
    return this.#entries(device).map(({ seat }) => seat);
  }

  /** Whom to tell of a change of attributes that happens now. */
  listening(device: DeviceId): readonly Seat[] {
    return this.#entries(device).flatMap(({ seat, toAttributes }) => (toAttributes ? [seat] : []));
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
    const entry: Entry = { seat, toAttributes: false, toCallsSince: 0, toCallsAt: 0 };
    const entries = this.#byDevice.get(seat.deviceId);
    if (entries) entries.push(entry);
    else this.#byDevice.set(seat.deviceId, [entry]);
  }
}
