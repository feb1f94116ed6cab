import { Unreachable } from "@heliograph/client";
import { expect, test } from "vitest";
import { createLoadedPart } from "./loaded-part.ts";

/** A browser that remembers, and a server that is there or not. */
function surroundings() {
  const kept = new Map<string, string>();
  const state = { isThere: true, reloads: 0, hasPart: true };
  const memory = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const around = { memory, isServerThere: async () => state.isThere, reload: () => void state.reloads++ };
  const load = async () => {
    if (!state.isThere || !state.hasPart) throw new TypeError("Failed to fetch dynamically imported module");
    return "content";
  };
  /** As after each load of the document. */
  const part = () => createLoadedPart(load, "Page", around);
  return { state, part };
}

test("while the server is away a part is told to be missing, and never asked for by loading the document", async () => {
  const { state, part } = surroundings();
  const page = part();
  state.isThere = false;

  await expect(page.require()).rejects.toThrow(Unreachable);
  await expect(page.require()).rejects.toThrow(Unreachable);
  state.isThere = true;
  await page.require();

  expect(page.content()).toBe("content");
  expect(state.reloads).toBe(0);
});

test("a part that an upgrade took away loads the document once, and again after the next upgrade", async () => {
  const { state, part } = surroundings();
  state.hasPart = false;

  await part().require();
  await expect(part().require()).rejects.toThrow("Failed to fetch");
  await expect(part().require()).rejects.toThrow("Failed to fetch");
  expect(state.reloads).toBe(1);
  state.hasPart = true;
  await part().require();
  state.hasPart = false;
  await part().require();

  expect(state.reloads).toBe(2);
});

test("fetching ahead never loads the document", async () => {
  const { state, part } = surroundings();
  state.hasPart = false;

  await expect(part().fetch()).rejects.toThrow("Failed to fetch");

  expect(state.reloads).toBe(0);
});
