import { expect, test } from "vitest";
import { endWaiting, waitingFor } from "./waiting-since.ts";

function storage() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

test("[#17.20] who waits goes on waiting after a reload, for each device on its own", () => {
  const tab = storage();

  expect(waitingFor("a", 1_000, tab)).toEqual({ at: 1_000, isRestored: false });
  expect(waitingFor("a", 61_000, tab)).toEqual({ at: 1_000, isRestored: true });
  expect(waitingFor("b", 61_000, tab)).toEqual({ at: 61_000, isRestored: false });
});

test("[#17.20] how long a new device took stays known; for another one waiting begins anew", () => {
  const tab = storage();
  endWaiting("new", waitingFor("new", 1_000, tab), 9_000, true, tab);
  endWaiting("old", waitingFor("old", 1_000, tab), 9_000, false, tab);

  expect(waitingFor("new", 20_000, tab)).toEqual({ at: 1_000, doneAt: 9_000, isRestored: true });
  expect(waitingFor("old", 20_000, tab)).toEqual({ at: 20_000, isRestored: false });
});

test("[#17.20] what is no time, lies ahead or was a day ago counts for nothing", () => {
  const tab = storage();
  for (const wrong of ["{", '{"at":"x"}', "null", '{"at":900000}', '{"at":-90000000}']) {
    tab.kept.set("heliograph.waiting.a", wrong);
    expect(waitingFor("a", 5_000, tab)).toEqual({ at: 5_000, isRestored: false });
  }
});
