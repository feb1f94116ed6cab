import { expect, test } from "vitest";
import { type UnauthenticatedLimits, type UnauthenticatedPeer, UnauthenticatedPeers } from "./unauthenticated-peers.ts";

/** Peers by name, with a list of those who had to go. */
class Entrance {
  readonly gone: string[] = [];
  readonly unauthenticated: UnauthenticatedPeers;

  constructor(limits: Partial<UnauthenticatedLimits> = {}) {
    this.unauthenticated = new UnauthenticatedPeers({
      atMost: 100,
      perNetwork: 100,
      bytes: 1_000,
      bytesPerNetwork: 1_000,
      ...limits,
    });
  }

  enter(name: string): UnauthenticatedPeer {
    return this.unauthenticated.enter(name.split("/")[0] ?? "", () => this.gone.push(name));
  }
}

test("[API10] a network has so many unauthenticated connections at most: its oldest gives way, others are left alone", () => {
  const entrance = new Entrance({ perNetwork: 2 });

  for (const name of ["b/1", "a/1", "a/2", "a/3", "a/4"]) entrance.enter(name);

  expect(entrance.gone).toEqual(["a/1", "a/2"]);
  expect(entrance.unauthenticated).toMatchObject({ count: 3, turnedAway: 2 });
});

test("[API10] when all places are taken the network that has most of them gives way", () => {
  const entrance = new Entrance({ atMost: 4 });
  for (const name of ["a/1", "b/1", "a/2", "a/3"]) entrance.enter(name);

  for (const name of ["c/1", "d/1"]) entrance.enter(name);

  expect(entrance.gone).toEqual(["a/1", "a/2"]);
});

test("[API10] who is known, or gone, does not count any more", () => {
  const entrance = new Entrance({ perNetwork: 1, bytesPerNetwork: 10 });
  const first = entrance.enter("a/1");
  first.holds(10);

  first.leave();
  first.leave();
  const second = entrance.enter("a/2");

  expect(entrance.gone).toEqual([]);
  expect(second.holds(10)).toBe(true);
  expect(entrance.unauthenticated).toMatchObject({ count: 1, bytes: 10 });
});

test("[API10] who did what was asked goes after those who did not", () => {
  const entrance = new Entrance({ perNetwork: 2 });
  const first = entrance.enter("a/1");
  entrance.enter("a/2");

  first.progressed();
  entrance.enter("a/3");

  expect(entrance.gone).toEqual(["a/2"]);
});

test("[API10] bytes are bounded per network: the oldest that holds some gives way to a neighbour, others are left alone", () => {
  const entrance = new Entrance({ bytesPerNetwork: 100 });
  const [, one, two, three] = ["a/0", "a/1", "a/2", "a/3"].map((name) => entrance.enter(name));
  one?.holds(60);
  two?.holds(30);
  entrance.enter("b/1").holds(100);

  expect(three?.holds(50)).toBe(true);

  expect(entrance.gone).toEqual(["a/1"]);
  expect(entrance.unauthenticated).toMatchObject({ count: 4, bytes: 180 });
});

test("[API10] who wants more than a network may have is told; what it gave back can be had again", () => {
  const entrance = new Entrance({ bytesPerNetwork: 100 });
  const [one, two] = [entrance.enter("a/1"), entrance.enter("a/2")];

  expect(one.holds(101)).toBe(false);
  expect(one.holds(100)).toBe(true);
  expect(one.holds(20)).toBe(true);
  expect(two.holds(80)).toBe(true);
  expect(entrance.gone).toEqual([]);
});

test("[API10] when all bytes are taken the network that holds most gives way, if only to itself", () => {
  const entrance = new Entrance({ bytes: 100, bytesPerNetwork: 80 });
  const greedy = entrance.enter("a/1");
  greedy.holds(80);

  expect(entrance.enter("b/1").holds(40)).toBe(true);
  expect(entrance.gone).toEqual(["a/1"]);
  expect(entrance.enter("b/2").holds(61)).toBe(true);
  expect(entrance.gone).toEqual(["a/1", "b/1"]);
  expect(entrance.unauthenticated).toMatchObject({ count: 1, bytes: 61 });
});

test("[API10] one that had to go gives nothing back twice and takes nothing more", () => {
  const entrance = new Entrance({ perNetwork: 1 });
  const first = entrance.enter("a/1");
  first.holds(5);
  entrance.enter("a/2");

  first.leave();

  expect(first.holds(7)).toBe(false);
  expect(entrance.unauthenticated).toMatchObject({ count: 1, bytes: 0 });
});
