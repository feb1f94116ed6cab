import { expect, test } from "vitest";
import { axisGroups } from "./axis-groups.ts";

const line = (unit: string, ...values: (number | null)[]) => ({
  label: "",
  unit,
  times: values.map((_, at) => at),
  values,
});
const membersOf = (...lines: ReturnType<typeof line>[]) => axisGroups(lines).map(({ members }) => members.join("+"));

test("[TYP3] lines of one unit share an axis, whatever their values", () => {
  expect(membersOf(line("°C", 20, 21), line("bar", 1, 2), line("°C", 900, 901))).toEqual(["0+2", "1"]);
});

test("[TYP3, #17.1] without units, lines share an axis only where each can still be read", () => {
  const [temperature, pressure, humidity] = [line("", 20, 22), line("", 990, 1_010), line("", 35, 40)];

  expect(membersOf(temperature, pressure, humidity)).toEqual(["0+2", "1"]);
  expect(membersOf(line("", 0, 1), line("", 0, 1_000), line("", 0.2, 0.9))).toEqual(["0+2", "1"]);
});

test("[TYP3] a constant line joins one it does not flatten, and nothing at all is no group", () => {
  expect(membersOf(line("", 0, 10), line("", 5, 5))).toEqual(["0+1"]);
  expect(membersOf(line("", 0, 10), line("", 5_000, 5_000))).toEqual(["0", "1"]);
  expect(membersOf(line("", 5, 5), line("", 5, 5), line("", null))).toEqual(["0+1+2"]);
  expect(membersOf()).toEqual([]);
});

test("[DSH3] a line somebody put on a side is there, with those of its unit; others take the freer side", () => {
  const sided = (unit: string, axis: "LEFT" | "RIGHT") => ({ ...line(unit, 1, 2), axis });
  const groups = axisGroups([line("bar", 1, 2), sided("°C", "LEFT"), sided("%", "RIGHT"), line("%", 3, 4)]);

  expect(groups.map(({ unit, side, members }) => [unit, side, members])).toEqual([
    ["bar", "LEFT", [0]],
    ["°C", "LEFT", [1]],
    ["%", "RIGHT", [2, 3]],
  ]);
});

test("[DSH3] what was before is read on the axis of what is", () => {
  const lines = [line("", 1, 2), line("", 900, 990), { ...line("", 5_000, 9_000), shadowOf: 0 }];

  expect(membersOf(...lines)).toEqual(["0+2", "1"]);
});
