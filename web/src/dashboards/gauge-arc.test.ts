import { expect, test } from "vitest";
import { gaugeArc, gaugeScale, limitArcs, shareOf } from "./gauge-arc.ts";

test("[DSH3] a gauge's scale is what is said, then what the type expects, else its limits and the value are on it", () => {
  const [expected, limits] = [{ min: -20, max: 150 }, { alarmAbove: 100 }];

  expect(gaugeScale({ min: 0, max: 120 }, expected, limits)).toEqual({ min: 0, max: 120 });
  expect(gaugeScale({ min: 0 }, expected, limits)).toEqual({ min: 0, max: 150 });
  expect(gaugeScale({}, {}, { warnAbove: 80, alarmAbove: 90 }, 95.5)).toEqual({ min: 0, max: 120 });
  expect(gaugeScale({}, {}, { alarmBelow: -10 }, 0.4)).toEqual({ min: -15, max: 3 });
  expect(gaugeScale({}, {}, {}, 250)).toEqual({ min: 0, max: 400 });
  expect(gaugeScale({ min: 5, max: 5 })).toEqual({ min: 5, max: 6 });
});

test("[DSH3] values beyond the scale stand at its ends", () => {
  const scale = { min: 0, max: 200 };

  expect([-5, 0, 50, 200, 900].map((value) => shareOf(scale, value))).toEqual([0, 0, 0.25, 1, 1]);
  expect(gaugeArc(0, 1)).toBe("M20.00 100.00A80 80 0 0 1 180.00 100.00");
  expect(gaugeArc(0, 0.5)).toBe("M20.00 100.00A80 80 0 0 1 100.00 20.00");
});

test("[DSH3] limits are parts of the scale, and an alarm is no warning as well", () => {
  const scale = { min: 0, max: 100 };

  expect(limitArcs(scale, { alarmBelow: 10, warnBelow: 20, warnAbove: 80, alarmAbove: 90 })).toEqual([
    { severity: "alarm", from: 0, to: 0.1 },
    { severity: "warning", from: 0.1, to: 0.2 },
    { severity: "warning", from: 0.8, to: 0.9 },
    { severity: "alarm", from: 0.9, to: 1 },
  ]);
  expect(limitArcs(scale, { warnAbove: 120 })).toEqual([]);
});
