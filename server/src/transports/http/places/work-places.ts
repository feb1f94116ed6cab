import { AppError } from "../../../kernel/errors.ts";

/** How many pieces of work may be under way at once: of one user, of one tenant, of all together. */
export interface PlaceLimits {
  readonly user: number;
  readonly tenant: number;
  readonly all: number;
}

export interface PlaceTerms extends PlaceLimits {
  /** Of one link to a dashboard, within those that all links of its tenant have. */
  readonly link: number;
  /** The next one waits so long for a place. */
  readonly waitMs: number;
  /** So many may wait per user; beyond, the answer comes at once. */
  readonly waitingPerUser: number;
}

/** Somebody who wants a place, or has one. */
export interface Guest {
  readonly user: string;
  readonly tenant: string;
  /** The link it came with, where it has no account. */
  readonly link?: string | undefined;
  /** Whether nothing has moved for so long, through the other side's doing, that the place may be taken away. */
  readonly isStalled: () => boolean;
  /** The place is taken away: the guest breaks its work off and leaves. */
  readonly evict: () => void;
}

interface Waiter {
  readonly guest: Guest;
  readonly enter: () => void;
}

const retryAfterMs = 5_000;
const lookEveryMs = 500;

const placesTaken = () =>
  new AppError("PLACES_TAKEN", "too-many", "You have too many long answers under way; wait for one of them to end", {
    retryAfterMs,
  });

/**
 * Places for long work, shared fairly: one that becomes free goes to the tenant, and there to the user, that has the
 * fewest; among equals to who came first. A guest that stands still gives way once somebody waits for its place [API11].
 */
export class WorkPlaces {
  readonly #terms: PlaceTerms;
  readonly #guests = new Set<Guest>();
  readonly #links = new Map<string, number>();
  readonly #users = new Map<string, number>();
  readonly #tenants = new Map<string, number>();
  #waiting: Waiter[] = [];
  #looking: NodeJS.Timeout | undefined;

  constructor(terms: PlaceTerms) {
    this.#terms = terms;
  }

  get taken(): number {
    return this.#guests.size;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Resolves when the guest has a place, which it has to `leave`. `gone` ends the waiting of one that left before. */
  async enter(guest: Guest, gone: AbortSignal): Promise<void> {
    if (this.#hasRoomFor(guest)) return this.#seat(guest);
    if (this.#waitingOf(guest) >= this.#terms.waitingPerUser) throw placesTaken();
    await this.#wait(guest, gone);
  }

  leave(guest: Guest): void {
    if (!this.#guests.delete(guest)) return;
    if (guest.link !== undefined) countDown(this.#links, guest.link);
    countDown(this.#users, guest.user);
    countDown(this.#tenants, guest.tenant);
    this.#admit();
  }

  async #wait(guest: Guest, gone: AbortSignal): Promise<void> {
    const entered = Promise.withResolvers<void>();
    const waiter = { guest, enter: entered.resolve };
    const giveUp = () => this.#dismiss(waiter) && entered.reject(placesTaken());
    const timer = setTimeout(giveUp, this.#terms.waitMs);
    gone.addEventListener("abort", giveUp, { once: true });
    this.#waiting.push(waiter);
    this.#looking ??= setInterval(() => this.#clearStalled(), lookEveryMs).unref();
    this.#clearStalled();
    try {
      await entered.promise;
    } finally {
      clearTimeout(timer);
      gone.removeEventListener("abort", giveUp);
    }
  }

  #dismiss(waiter: Waiter): boolean {
    const at = this.#waiting.indexOf(waiter);
    if (at < 0) return false;
    this.#waiting.splice(at, 1);
    this.#restIfNobodyWaits();
    return true;
  }

  #admit(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      this.#seat(next.guest);
      next.enter();
    }
    this.#restIfNobodyWaits();
  }

  #next(): Waiter | undefined {
    const admissible = this.#waiting.filter(({ guest }) => this.#hasRoomFor(guest));
    return admissible.reduce<Waiter | undefined>(
      (best, other) => (best && !this.#hasFewer(other.guest, best.guest) ? best : other),
      undefined,
    );
  }

  #hasFewer(one: Guest, other: Guest): boolean {
    const tenants = this.#of(this.#tenants, one.tenant) - this.#of(this.#tenants, other.tenant);
    const users = this.#of(this.#users, one.user) - this.#of(this.#users, other.user);
    return (tenants || users || this.#ofLink(one) - this.#ofLink(other)) < 0;
  }

  /** Who stands still, and in whose place somebody could enter, has to go: one for each that waits. */
  #clearStalled(): void {
    const stalled = [...this.#guests].filter((guest) => guest.isStalled());
    for (const { guest } of [...this.#waiting]) {
      if (stalled.length === 0) return;
      const inTheWay = stalled.findIndex((other) => this.#isInTheWayOf(guest, other));
      if (inTheWay >= 0) stalled.splice(inTheWay, 1)[0]?.evict();
    }
  }

  #isInTheWayOf(guest: Guest, other: Guest): boolean {
    if (this.#ofLink(guest) >= this.#terms.link) return other.link === guest.link;
    if (this.#of(this.#users, guest.user) >= this.#terms.user) return other.user === guest.user;
    if (this.#of(this.#tenants, guest.tenant) >= this.#terms.tenant) return other.tenant === guest.tenant;
    return true;
  }

  #hasRoomFor(guest: Guest): boolean {
    const { user, tenant } = guest;
    return (
      this.#ofLink(guest) < this.#terms.link &&
      this.#guests.size < this.#terms.all &&
      this.#of(this.#tenants, tenant) < this.#terms.tenant &&
      this.#of(this.#users, user) < this.#terms.user
    );
  }

  #seat(guest: Guest): void {
    this.#guests.add(guest);
    if (guest.link !== undefined) this.#links.set(guest.link, this.#ofLink(guest) + 1);
    this.#users.set(guest.user, this.#of(this.#users, guest.user) + 1);
    this.#tenants.set(guest.tenant, this.#of(this.#tenants, guest.tenant) + 1);
  }

  /** Who waits with one link takes no turn from who waits with another. */
  #waitingOf({ user, link }: Guest): number {
    return this.#waiting.filter(({ guest }) => guest.user === user && guest.link === link).length;
  }

  /** Who has an account has no link, and none of its places. */
  #ofLink({ link }: Guest): number {
    return link === undefined ? 0 : this.#of(this.#links, link);
  }

  #of(counts: ReadonlyMap<string, number>, name: string): number {
    return counts.get(name) ?? 0;
  }

  #restIfNobodyWaits(): void {
    if (this.#waiting.length > 0) return;
    clearInterval(this.#looking);
    this.#looking = undefined;
  }
}

function countDown(counts: Map<string, number>, name: string): void {
  const left = (counts.get(name) ?? 0) - 1;
  if (left > 0) counts.set(name, left);
  else counts.delete(name);
}
