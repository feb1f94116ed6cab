import { defaultPreferences, type Preferences } from "@heliograph/contract";
import { expect, test } from "vitest";
import { newId } from "../../kernel/ids.ts";
import { Audit } from "../audit/index.ts";
import { UserPreferences } from "./preferences.ts";

const ada = { id: newId<never>(), name: "ada" };
const preferences = () => {
  const store = { read: async () => undefined, hold: async () => undefined, save: async () => undefined };
  return new UserPreferences(store, new Audit({} as never)); // nobody acts, so nothing of it is used
};

test("[AUTH9] a region and a time zone are kept in their usual form", async () => {
  const wanted = { ...defaultPreferences, region: "DE-ch", timeZone: "europe/berlin" };

  expect(await preferences().save(ada, wanted)).toMatchObject({ region: "de-CH", timeZone: "Europe/Berlin" });
  expect(await preferences().of(ada.id)).toEqual(defaultPreferences);
});

test("[AUTH9] what is left out stays as it is, null is the browser's choice", async () => {
  let kept: Preferences = { ...defaultPreferences, language: "de", region: "de-CH" };
  const save = async (_: unknown, saved: Preferences) => {
    kept = saved;
  };
  const store = { read: async () => kept, hold: async () => kept, save };
  const chosen = new UserPreferences(store, new Audit({} as never));

  await chosen.save(ada, { timeZone: "Europe/Berlin", notifications: { alarms: true } });
  await chosen.save(ada, { region: null });

  const { notifications } = defaultPreferences;
  expect(kept).toEqual({
    ...{ language: "de", region: null, timeZone: "Europe/Berlin" },
    notifications: { ...notifications, alarms: true },
  });
});

test.each([
  [{ region: "not-a-language-tag-at-all" }, /^region: /],
  [{ region: "tlh" }, /^region: /],
  [{ timeZone: "Middle/Earth" }, /^timeZone: Middle\/Earth/],
  [{ timeZone: "+25:00" }, /^timeZone: /],
])("[AUTH9] what no page could follow is refused: %j", async (wrong, message) => {
  await expect(preferences().save(ada, { ...defaultPreferences, ...wrong })).rejects.toThrow(message);
});
