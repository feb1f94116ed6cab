import { expect, test } from "vitest";
import { changedValues, factTexts } from "./changed-values.ts";

test("[AUD1] what differed stands side by side, what is not there is a dash", () => {
  const data = { before: { label: "a", gone: 1 }, after: { label: null, limits: { max: 5 } } };
  expect(changedValues(data)).toEqual([
    { name: "label", before: "a", after: "–" },
    { name: "gone", before: "1", after: "–" },
    { name: "limits", before: "–", after: "max: 5", change: "added" },
  ]);
  expect(changedValues({})).toEqual([]);
});

test("[AUD1] of a channel that changed only the parts that did are told, and which came and went", () => {
  const [speed, states] = [{ key: "speed", unit: "m/s", limits: { warnAbove: 5, alarmAbove: 9 } }, [{ value: 0 }]];
  const before = { "channel speed": speed, "channel door": { key: "door", states }, "channel new": null };
  const after = {
    "channel speed": { ...speed, limits: { warnAbove: 7 }, pinned: true },
    "channel door": null,
    "channel new": { key: "new" },
  };

  expect(changedValues({ before, after })).toEqual([
    {
      name: "channel speed",
      before: "limits.warnAbove: 5\nlimits.alarmAbove: 9\npinned: –",
      after: "limits.warnAbove: 7\nlimits.alarmAbove: –\npinned: true",
      change: "changed",
    },
    { name: "channel door", before: "key: door\nstates.0.value: 0", after: "–", change: "removed" },
    { name: "channel new", before: "–", after: "key: new", change: "added" },
  ]);
});

test("[AUD1] the hash of an order is left out where channels came or went, and stays where only their order changed", () => {
  const orders = { before: { channelOrder: "5f3a" }, after: { channelOrder: "77b0" } };
  const added = {
    before: { ...orders.before, "channel a": null },
    after: { ...orders.after, "channel a": { key: "a" } },
  };

  expect(changedValues(added).map(({ name }) => name)).toEqual(["channel a"]);
  expect(changedValues(orders).map(({ name }) => name)).toEqual(["channelOrder"]);
});

test("[AUD1] facts are texts, lists are joined", () => {
  expect(factTexts({ facts: { files: ["a", "b"], count: 2 } })).toEqual([
    ["files", "a, b"],
    ["count", "2"],
  ]);
});
