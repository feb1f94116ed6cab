import { expect, test } from "vitest";
import { beyondLimit, kept } from "./limit-share.ts";

const device = (name: string, min: number, max: number) => ({
  ...{ id: { entityType: "DEVICE" as const, id: name }, name },
  ...{ min, max },
});
const values = {
  groups: [
    { low: 10, high: 10, samples: 20 },
    { low: 20, high: 60, samples: 40 },
    { low: 90, high: 90, samples: 30 },
    { low: 95, high: 100, samples: 10 },
  ],
  devices: [device("a", 10, 60), device("b", 15, 94), device("c", 40, 120)],
  samples: 100,
};
const told = (...given: Parameters<typeof beyondLimit> extends [unknown, ...infer Rest] ? Rest : never) => {
  const { devices, share } = beyondLimit(values, ...given);
  return [devices.map(({ name }) => name).join(""), Number(share.toFixed(4))];
};

test("[TYP2] a value at a limit is beyond it: groups count as a whole, or by their part", () => {
  expect(told("warnAbove", 90)).toEqual(["bc", 0.4]);
  expect(told("warnAbove", 90.1)).toEqual(["bc", 0.1]);
  expect(told("alarmAbove", 97.5)).toEqual(["c", 0.05]);
  expect(told("alarmAbove", 100)).toEqual(["c", 0.01]);
  expect(told("warnAbove", -5)).toEqual(["abc", 1]);
});

test("[TYP2] below is the mirror of above", () => {
  expect(told("warnBelow", 10)).toEqual(["a", 0.2]);
  expect(told("warnBelow", 9.9)).toEqual(["", 0]);
  expect(told("warnBelow", 40)).toEqual(["abc", 0.4]);
  expect(told("alarmBelow", 20)).toEqual(["ab", 0.21]);
});

test("[TYP2] a device that was beyond for a moment counts, though no mean of an interval was; nothing measured is nothing", () => {
  expect(told("alarmAbove", 110)).toEqual(["c", 0]);
  expect(beyondLimit({ groups: [], devices: [], samples: 0 }, "warnAbove", 1)).toEqual({ devices: [], share: 0 });
});

test("[TYP2] a limit that is drawn stays between its neighbours", () => {
  const limits = { alarmBelow: 0, warnAbove: 90, alarmAbove: 100 };

  expect(kept(limits, "warnAbove", 105)).toBe(100);
  expect(kept(limits, "warnAbove", -5)).toBe(0);
  expect(kept(limits, "alarmAbove", 500)).toBe(500);
  expect(kept(limits, "warnBelow", 95)).toBe(90);
});
