import { plainAddressOf } from "../../kernel/network-of.ts";
import type { Clock, EpochMs } from "../../kernel/time.ts";

/** Why nobody knows whose contact it was. */
type ContactRefusal = "TOKEN_UNKNOWN" | "TOKEN_MISSING" | "ADDRESS_UNKNOWN" | "METHOD_WRONG";

/** A contact that could not be counted among any device's: nothing of its token but the length, nothing of its content. */
export interface RefusedContact {
  readonly time: EpochMs;
  readonly transport: "HTTP" | "MQTT";
  readonly reason: ContactRefusal;
  /** The method and the route, with the token's name in place of a token; null over MQTT and for a route nobody serves. */
  readonly request: string | null;
  readonly tokenLength: number | null;
  readonly size: number | null;
}

/** Shown as its last ones; the others are counted. */
const contactsPerAddress = 10;
/** Long enough for whoever changes something and tries again. */
const rememberedMs = 15 * 60_000;

interface OfAddress {
  count: number;
  readonly last: RefusedContact[];
}

/**
 * Contacts nobody was known by, for the person who sets up a device and wonders why nothing comes. They belong to no
 * tenant: only who asks from the same address is told, and nothing by which a token could be found. In memory, of so
 * many addresses, the longest silent forgotten first [COM3].
 */
export class RefusedContacts {
  readonly #addressesAtMost: number;
  readonly #clock: Clock;
  readonly #byAddress = new Map<string, OfAddress>();

  constructor(addressesAtMost: number, clock: Clock) {
    this.#addressesAtMost = addressesAtMost;
    this.#clock = clock;
  }

  note(from: string, contact: Omit<RefusedContact, "time">): void {
    if (this.#addressesAtMost === 0) return;
    const address = plainAddressOf(from);
    const { count, last } = this.#fresh(address) ?? { count: 0, last: [] };
    const kept = [{ ...contact, time: this.#clock() }, ...last].slice(0, contactsPerAddress);
    this.#byAddress.delete(address); // at the end again: the first one is the longest silent
    this.#byAddress.set(address, { count: count + 1, last: kept });
    if (this.#byAddress.size > this.#addressesAtMost) this.#forgetFirst();
  }

  /** Newest first. */
  of(from: string): { readonly count: number; readonly last: readonly RefusedContact[] } {
    return this.#fresh(plainAddressOf(from)) ?? { count: 0, last: [] };
  }

  #fresh(address: string): OfAddress | undefined {
    const known = this.#byAddress.get(address);
    const newest = known?.last[0];
    if (newest && this.#clock() - newest.time < rememberedMs) return known;
    this.#byAddress.delete(address);
    return undefined;
  }

  #forgetFirst(): void {
    const first = this.#byAddress.keys().next();
    if (!first.done) this.#byAddress.delete(first.value);
  }
}
