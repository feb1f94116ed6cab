import { emptyConfiguration } from "@heliograph/contract";
import { expect, test } from "vitest";
import { draftStore } from "./draft.ts";

/** As a browser's, with so much room. */
function storageOf(room = Number.POSITIVE_INFINITY): Storage {
  const items = new Map<string, string>();
  const setItem = (key: string, value: string) => {
    if (value.length > room) throw new DOMException("full", "QuotaExceededError");
    items.set(key, value);
  };
  const getItem = (key: string) => items.get(key) ?? null;
  return { setItem, getItem, removeItem: (key: string) => items.delete(key) } as unknown as Storage;
}

const draft = { version: 3, content: { title: "t", configuration: emptyConfiguration() }, keptAt: 17 };

test("[DSH5] unsaved work is found again, by who made it and for its own dashboard", () => {
  const storage = storageOf();
  draftStore("me", "d1", storage).keep(draft);

  expect(draftStore("me", "d1", storage).read()).toEqual(draft);
  expect(draftStore("you", "d1", storage).read()).toBeUndefined();
  expect(draftStore("me", "d2", storage).read()).toBeUndefined();
});

test("what there is no room for says so, and leaves nothing older behind", () => {
  const storage = storageOf(400);
  const store = draftStore("me", "d1", storage);
  store.keep(draft);

  expect(store.keep({ ...draft, content: { ...draft.content, title: "x".repeat(500) } })).toBe(false);
  expect(store.read()).toBeUndefined();
});

test("what somebody else wrote there is no draft", () => {
  const storage = storageOf();
  for (const text of ["{", "null", '{"version":1}', '{"version":1,"keptAt":1,"content":{"title":"x"}}']) {
    storage.setItem("heliograph.dashboard-draft.me.d1", text);

    expect(draftStore("me", "d1", storage).read()).toBeUndefined();
  }
});
