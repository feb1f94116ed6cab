import { describe, expect, test } from "vitest";
import { type Guest, type PlaceTerms, WorkPlaces } from "./work-places.ts";

const terms: PlaceTerms = { link: 1, user: 2, tenant: 3, all: 4, waitMs: 60_000, waitingPerUser: 100 };
const staying = new AbortController().signal;

interface TestGuest extends Omit<Guest, "evict"> {
  stalled: boolean;
  evict: () => void;
}

function guestOf(places: WorkPlaces, user: string, tenant: string, link?: string): TestGuest {
  const guest: TestGuest = {
    user,
    tenant,
    link,
    stalled: false,
    isStalled: () => guest.stalled,
    evict: () => places.leave(guest),
  };
  return guest;
}

/** Enters them in this order and tells, by name, who has a place; waiting ones are left waiting. */
function entered(places: WorkPlaces, guests: readonly Guest[]): string[] {
  const inside: string[] = [];
  for (const guest of guests) {
    places.enter(guest, staying).then(
      () => inside.push(guest.user),
      () => inside.push(`${guest.user} refused`),
    );
  }
  return inside;
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("[API11] places for long work", () => {
  test("are bounded per user, per tenant and altogether", async () => {
    const places = new WorkPlaces(terms);
    const names = [
      ["a1", "A"],
      ["a1", "A"],
      ["a1", "A"],
      ["a2", "A"],
      ["a3", "A"],
      ["b1", "B"],
      ["c1", "C"],
    ] as const;

    const inside = entered(
      places,
      names.map(([user, tenant]) => guestOf(places, user, tenant)),
    );
    await settled();

    expect(inside).toEqual(["a1", "a1", "a2", "b1"]);
    expect([places.taken, places.waiting]).toEqual([4, 3]);
  });

  test("that become free go to the tenant, then to the user, with the fewest, whoever came first", async () => {
    const places = new WorkPlaces({ ...terms, all: 3 });
    const first = guestOf(places, "a1", "A");
    const guests = [first, guestOf(places, "a1", "A"), guestOf(places, "b1", "B")];
    const later = [guestOf(places, "a1", "A"), guestOf(places, "a2", "A"), guestOf(places, "c1", "C")];
    const inside = entered(places, [...guests, ...later]);
    await settled();

    places.leave(first);
    await settled();
    expect(inside.slice(3)).toEqual(["c1"]);
    places.leave(later[2] as Guest);
    await settled();

    expect(inside.slice(4)).toEqual(["a2"]);
  });

  test("that do not become free in time are refused with when to come again", async () => {
    const places = new WorkPlaces({ ...terms, all: 3, waitMs: 20 });
    entered(places, [guestOf(places, "a1", "A"), guestOf(places, "a1", "A")]);

    const late = places.enter(guestOf(places, "a1", "A"), staying);

    await expect(late).rejects.toMatchObject({ code: "PLACES_TAKEN", fault: "too-many", retryAfterMs: 5_000 });
    expect(places.waiting).toBe(0);
  });

  test("are waited for by a bounded number of a user's requests", async () => {
    const places = new WorkPlaces({ ...terms, waitingPerUser: 1 });

    const inside = entered(
      places,
      Array.from({ length: 4 }, () => guestOf(places, "a1", "A")),
    );
    await settled();

    expect(inside).toEqual(["a1", "a1", "a1 refused"]);
  });

  test("are taken from who stands still, by who waits and by nobody else", async () => {
    const places = new WorkPlaces(terms);
    const still = [guestOf(places, "a1", "A"), guestOf(places, "a1", "A")];
    const other = guestOf(places, "b1", "B");
    for (const guest of [...still, other]) guest.stalled = true;
    entered(places, [...still, other]);
    expect(places.taken).toBe(3);

    await places.enter(guestOf(places, "a1", "A"), staying);

    expect(places.taken).toBe(3); // one of its own user went, nobody else's
  });

  test("of one link are a share of those all links of a tenant have: who holds them keeps nobody else out", async () => {
    const places = new WorkPlaces({ ...terms, waitingPerUser: 1 });
    const links = ["first", "first", "first", "second", "third"];

    const inside = entered(
      places,
      links.map((link) => guestOf(places, "links", "A", link)),
    );
    await settled();

    expect(inside.toSorted()).toEqual(["links", "links", "links refused"]);
    expect([places.taken, places.waiting]).toEqual([2, 2]); // one of the first link, and the third, waits
  });

  test("of a link are taken from its own that stand still", async () => {
    const places = new WorkPlaces(terms);
    const [own, other] = [guestOf(places, "links", "A", "first"), guestOf(places, "links", "A", "second")];
    for (const guest of [other, own]) guest.stalled = true;
    entered(places, [other, own]);
    const left: Guest[] = [];
    for (const guest of [other, own]) guest.evict = () => void left.push(guest);

    const leaving = new AbortController();
    const waiting = places.enter(guestOf(places, "links", "A", "first"), leaving.signal);
    leaving.abort();

    await expect(waiting).rejects.toThrow();
    expect(left).toEqual([own]);
  });

  test("are not waited for by who has left", async () => {
    const places = new WorkPlaces(terms);
    entered(places, [guestOf(places, "a1", "A"), guestOf(places, "a1", "A")]);
    const leaving = new AbortController();
    const waiting = places.enter(guestOf(places, "a1", "A"), leaving.signal);

    leaving.abort();

    await expect(waiting).rejects.toThrow();
    expect(places.waiting).toBe(0);
  });
});
