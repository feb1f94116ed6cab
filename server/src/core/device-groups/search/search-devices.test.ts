import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { IdSet } from "../../../kernel/id-set.ts";
import type { DeviceId } from "../../../kernel/ids.ts";
import { isWorthProbing, searchDevices } from "./search-devices.ts";
import { from, nothing, type SearchTree, type Source } from "./search-tree.ts";

const all = Array.from({ length: 100 }, () => randomUUID() as string as DeviceId);

/** Says what it was asked, and about how many. */
function world() {
  const asked: string[] = [];
  const source = (name: string, isMet: (index: number) => boolean, estimate?: number): Source => {
    const ids = all.filter((_, index) => isMet(index));
    return {
      estimate: async () => estimate ?? ids.length,
      matching: async (within) => {
        asked.push(`${name} of ${within?.size ?? "all"}`);
        return within ? IdSet.of(ids).and(within) : IdSet.of(ids);
      },
    };
  };
  const base = source("base", () => true);
  const search = async (tree: SearchTree) => {
    const found = await searchDevices(tree, base);
    return all.flatMap((id, index) => (found.has(id) ? [index] : []));
  };
  return { asked, search, part: (...args: Parameters<typeof source>) => from(source(...args)) };
}

test("[PRJ2] the rarest condition is asked first, the others only about what it left", async () => {
  const { asked, search, part } = world();
  const [even, low, rare] = [part("even", (n) => n % 2 === 0), part("low", (n) => n < 30), part("rare", (n) => n < 5)];

  const found = await search({ of: "all", parts: [even, { of: "all", parts: [low, rare] }] });

  expect(found).toEqual([0, 2, 4]);
  expect(asked).toEqual(["rare of all", "low of 5", "even of 5"]);
});

test("[PRJ2] where nothing is left nobody is asked any more", async () => {
  const { asked, search, part } = world();

  expect(await search({ of: "all", parts: [part("many", () => true), part("none", () => false)] })).toEqual([]);
  expect(asked).toEqual(["none of all"]);
});

test("[PRJ2] alternatives are asked about what is left, and put together", async () => {
  const { asked, search, part } = world();
  const either: SearchTree = { of: "any", parts: [part("high", (n) => n > 90), part("low", (n) => n < 8)] };

  expect(await search({ of: "all", parts: [either, part("tens", (n) => n % 10 === 5)] })).toEqual([5, 95]);
  expect(asked).toEqual(["tens of all", "high of 10", "low of 10"]);
});

test("[PRJ2] what is left out comes last, and alone is taken from everything", async () => {
  const { asked, search, part } = world();
  const notLow: SearchTree = { of: "not", part: part("low", (n) => n < 98) };

  expect(await search({ of: "all", parts: [notLow, part("even", (n) => n % 2 === 0)] })).toEqual([98]);
  expect(await search(notLow)).toEqual([98, 99]);
  expect(asked).toEqual(["even of all", "low of 50", "base of all", "low of 100"]);
});

test("[PRJ2] no condition at all is everything, no alternative is nothing", async () => {
  const { search, part } = world();

  expect(await search({ of: "all", parts: [] })).toHaveLength(100);
  expect(await search({ of: "all", parts: [{ of: "all", parts: [] }, part("low", (n) => n < 3)] })).toEqual([0, 1, 2]);
  expect(await search(nothing)).toEqual([]);
});

test("[PRJ2] a few devices are looked up one by one, many are compared with the whole range", () => {
  expect([isWorthProbing(100, 20_000), isWorthProbing(10_000, 20_000), isWorthProbing(1, 3)]).toEqual([
    true,
    false,
    false,
  ]);
});
