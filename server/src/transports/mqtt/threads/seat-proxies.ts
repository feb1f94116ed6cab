import type { DeviceId, TenantId } from "../../../kernel/ids.ts";
import type { Listening, Roster, Seat } from "../session/roster.ts";
import type { Bridge } from "./bridge.ts";
import type { PlatformHandlers } from "./platform-host.ts";
import type { SeatBook, SeatFacts } from "./seat-facts.ts";
import type { ThreadHandlers } from "./thread-handlers.ts";

export type ThreadBridge = Bridge<PlatformHandlers, ThreadHandlers>;

/** The seats of one transport thread, as the roster of the node sees them. */
export class SeatProxies implements SeatBook {
  readonly #roster: Roster;
  readonly #bridge: () => ThreadBridge;
  readonly #seats = new Map<number, SeatProxy>();

  /** The bridge is there when the first seat is taken. */
  constructor(roster: Roster, bridge: () => ThreadBridge) {
    this.#roster = roster;
    this.#bridge = bridge;
  }

  enter(facts: SeatFacts): Promise<void> {
    const seat = new SeatProxy(this.#bridge(), facts);
    this.#seats.set(facts.number, seat);
    return this.#roster.enter(seat);
  }

  async listens(number: number, to: Listening): Promise<void> {
    const seat = this.#seats.get(number);
    if (seat) await this.#roster.listens(seat, to);
  }

  async isCalled(number: number): Promise<boolean> {
    const seat = this.#seats.get(number);
    return seat !== undefined && (await this.#roster.isCalled(seat));
  }

  leave(number: number): void {
    const seat = this.#seats.get(number);
    this.#seats.delete(number);
    if (seat) this.#roster.leave(seat);
  }

  /**
   * The thread is gone, and its connections with it. Their places are free when `tidy` is done with what they left: a
   * device that comes back at once waits for that.
   */
  async abandon(tidy: (seats: readonly Seat[]) => Promise<void>): Promise<void> {
    const seats = [...this.#seats.values()];
    this.#seats.clear();
    const tidied = tidy(seats);
    for (const seat of seats) seat.abandoned(tidied);
    await tidied;
    for (const seat of seats) this.#roster.leave(seat);
  }
}

/** A class and no closures: there is one for every connected device. */
class SeatProxy implements Seat {
  readonly deviceId: DeviceId;
  readonly tenantId: TenantId;
  readonly clientId: string;
  readonly #bridge: ThreadBridge;
  readonly #number: number;
  #tidied: Promise<void> | undefined;

  constructor(bridge: ThreadBridge, { number, deviceId, tenantId, clientId }: SeatFacts) {
    this.#bridge = bridge;
    this.#number = number;
    this.deviceId = deviceId;
    this.tenantId = tenantId;
    this.clientId = clientId;
  }

  /** Its thread ended; `tidied` resolves when nothing is left of the connection. */
  abandoned(tidied: Promise<void>): void {
    this.#tidied = tidied;
  }

  async displace(): Promise<void> {
    try {
      await this.#bridge.call("displace", this.#number);
    } catch (error) {
      if (!this.#bridge.hasFailed) throw error;
    }
    await this.#tidied;
  }

  close(reason: "token-revoked" | "busy"): void {
    this.#bridge.tell("close", this.#number, reason);
  }

  forget(): void {
    this.#bridge.tell("forget", this.#number);
  }

  callWaits(): void {
    this.#bridge.tell("callWaits", this.#number);
  }

  /** A thread so far behind cannot be told: the device is better off asking again than knowing half [REL2]. */
  pushAttributes(payload: string): void {
    if (!this.#bridge.offer(payload.length, "pushAttributes", this.#number, payload)) this.close("busy");
  }
}
