import type { Listening, Roster, Seat } from "../session/roster.ts";
import type { Bridge } from "./bridge.ts";
import type { PlatformHandlers } from "./platform-host.ts";
import type { ThreadHandlers } from "./thread-handlers.ts";

export type PlatformBridge = Bridge<ThreadHandlers, PlatformHandlers>;

/** Who is connected to this thread; who is connected at all is known by the node, which is asked. */
export class RemoteRoster implements Roster {
  readonly #bridge: () => PlatformBridge;
  readonly #seats = new Map<number, Seat>();
  readonly #numbers = new Map<Seat, number>();
  #last = 0;

  constructor(bridge: () => PlatformBridge) {
    this.#bridge = bridge;
  }

  enter(seat: Seat): Promise<void> {
    const number = ++this.#last;
    this.#seats.set(number, seat);
    this.#numbers.set(seat, number);
    const { deviceId, tenantId, clientId } = seat;
    return this.#bridge().call("enter", { number, deviceId, tenantId, clientId });
  }

  async listens(seat: Seat, to: Listening): Promise<void> {
    const number = this.#numbers.get(seat);
    if (number !== undefined) await this.#bridge().call("listens", number, to);
  }

  async isCalled(seat: Seat): Promise<boolean> {
    const number = this.#numbers.get(seat);
    return number !== undefined && (await this.#bridge().call("isCalled", number));
  }

  leave(seat: Seat): void {
    const number = this.#numbers.get(seat);
    if (number === undefined) return;
    this.#numbers.delete(seat);
    this.#seats.delete(number);
    this.#bridge().tell("leave", number);
  }

  /** Undefined when it has left meanwhile. */
  find(number: number): Seat | undefined {
    return this.#seats.get(number);
  }
}
