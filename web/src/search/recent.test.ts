import { expect, test } from "vitest";
import { RecentChoices } from "./recent.ts";

function memory() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

const choice = (id: string) => ({ id, kind: "devices" as const, title: id, detail: undefined, href: `/devices/${id}` });

test("what was chosen last is the first, each once, the eight newest", () => {
  const recent = new RecentChoices("ada", memory());

  for (const id of ["a", "b", "c", "d", "e", "f", "g", "h", "i", "b"]) recent.add(choice(id));

  expect(recent.list().map(({ id }) => id)).toEqual(["b", "i", "h", "g", "f", "e", "d", "c"]);
});

test("another person has other choices, and what is kept wrongly is none", () => {
  const shared = memory();
  new RecentChoices("ada", shared).add(choice("a"));
  shared.setItem("heliograph.recent.eve", "[1, {");

  expect(new RecentChoices("bob", shared).list()).toEqual([]);
  expect(new RecentChoices("eve", shared).list()).toEqual([]);
});
