import { expect, test } from "vitest";
import type { AnsweredSeries } from "../dashboards/page-answer.ts";
import { shareOfState, stateColours, stateGaps, stateSegments } from "./state-segments.ts";

const series = (times: number[], values: unknown[]): AnsweredSeries => ({
  ...{ deviceId: "d", key: "k", form: "CHANGES", times, values },
});

test("[DSH3] a state goes on until the next one; what began before the time shown begins with it", () => {
  const segments = stateSegments(series([50, 120, 180], ["run", "off", "run"]), 100, 300, 200);

  expect(segments).toEqual([
    { from: 100, to: 120, value: "run" },
    { from: 120, to: 180, value: "off" },
    { from: 180, to: 200, value: "run" },
  ]);
  expect([shareOfState(segments, "run"), shareOfState(segments, "off"), shareOfState([], "run")]).toEqual([
    0.4, 0.6, 0,
  ]);
});

test("[DSH3] a time that is over is filled to its end, and what came after it is not in it", () => {
  expect(stateSegments(series([0], [1]), 100, 200, 9_999)).toEqual([{ from: 100, to: 200, value: 1 }]);
  expect(stateSegments(series([150, 250], [1, 2]), 100, 200, 9_999)).toEqual([{ from: 150, to: 200, value: 1 }]);
  expect(stateSegments(series([], []), 100, 200, 150)).toEqual([]);
});

test("[DSH3] a state has the same colour whatever else is shown, as its channel describes it", () => {
  const colours = stateColours(["running", "standby"], ["fault", "standby", 1]);

  expect([...colours]).toEqual([
    ["running", 0],
    ["standby", 1],
    ["fault", 2],
    ["1", 3],
  ]);
});

test("[DSH3] a gap is time nothing is known of: no state goes on through it, nor after the device fell silent", () => {
  const silences = { gaps: [{ from: 110, to: 150 }], lastTs: 210, joinedMs: 20 };
  const broken = { ...series([50, 180], ["run", "off"]), silences };

  expect(stateSegments(broken, 100, 300, 250)).toEqual([
    { from: 100, to: 110, value: "run" },
    { from: 150, to: 180, value: "run" },
    { from: 180, to: 210, value: "off" },
  ]);
  expect(stateGaps(broken, 120, 250)).toEqual([
    { from: 120, to: 150 },
    { from: 210, to: 250 },
  ]);
  expect(stateSegments(broken, 100, 300, 225).at(-1)).toEqual({ from: 180, to: 225, value: "off" });
});
