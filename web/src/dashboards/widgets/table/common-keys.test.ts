import { describeChannels } from "@heliograph/contract/channel-meaning";
import { expect, test } from "vitest";
import { commonKeys } from "./common-keys.ts";

test("[TYP2] a table nobody chose channels for shows what types describe, what most devices have first", () => {
  const channels = [{ key: "speed" }, { key: "flow" }, { key: "air" }, { key: "lat", part: "latitude" as const }];
  const describe = describeChannels({ type: channels });
  const sample = { ts: 1, value: 1 };
  const latest = new Map([
    ["weather", { air: sample, lat: sample, activity: sample }],
    ["pump 1", { flow: sample, speed: sample, lat: sample, activity: sample }],
    ["pump 2", { flow: sample, speed: sample, lat: sample, activity: sample }],
  ]);

  const keys = commonKeys({ devices: [], latest }, (_, key) => describe(key));

  expect(keys).toEqual(["speed", "flow", "air", "lat", "activity"]);
});
