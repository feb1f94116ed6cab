import { expect, test } from "vitest";
import { isSaidOf, keysOfChannel } from "./channel-keys.ts";

const channels = ["bearing_1_temp", "bearing_in*", "bearing_*_temp"].map((key) => ({ key }));
const keys = ["bearing_1_temp", "bearing_2_temp", "bearing_inner_temp", "speed"];

test("[TYP2] a pattern has the keys that no key of its own and no pattern before it describes", () => {
  expect(keys.filter(keysOfChannel(channels, "bearing_*_temp"))).toEqual(["bearing_2_temp"]);
  expect(keys.filter(keysOfChannel(channels, "bearing_1_temp"))).toEqual(["bearing_1_temp"]);
  expect(keys.filter(keysOfChannel(channels, "*_temp"))).toEqual(keys.slice(0, 3)); // not in the type yet
});

test("[TYP2] what a device says of a key is said of the channel that describes it, or of all that its pattern fits", () => {
  const isSaid = (said: string, key: string) => isSaidOf(said, key, keysOfChannel(channels, key));

  expect(isSaid("bearing_2_temp", "bearing_*_temp")).toBe(true);
  expect(isSaid("bearing_*_temp", "bearing_*_temp")).toBe(true);
  expect(isSaid("bearing_1_temp", "bearing_*_temp")).toBe(false);
  expect(isSaid("bearing_*", "bearing_1_temp")).toBe(true);
  expect(isSaid("speed", "bearing_1_temp")).toBe(false);
});
