import { limitColumns } from "@heliograph/contract";
import { describe, expect, test } from "vitest";
import { checkRule } from "../rule-check.ts";
import { type LimitCells, type LimitRow, limitRowOf } from "./limit-row.ts";
import { limitRulesOf } from "./limit-rules.ts";

const empty = Object.fromEntries(limitColumns.map((column) => [column, ""])) as unknown as LimitCells;
const cells = (given: Partial<LimitCells>): LimitCells => ({ ...empty, ...given });
const hot = { telemetry_key: "bearing.temperature", type: "Pump", limit: "80" };
const targets = {
  type: new Map([["pump", "784f394c-42b6-435a-983c-b7beff2784f9"]]),
  device: new Map<string, string>(),
};

const rowsOf = (...table: Partial<LimitCells>[]): LimitRow[] =>
  table.map((given, at) => limitRowOf(at + 1, cells(given))).filter((one): one is LimitRow => "key" in one);

describe("[RUL5] a table of limits", () => {
  test("becomes rules: the severities of a limit are the steps of one, what is below is another", () => {
    const { rules, problems } = limitRulesOf(
      rowsOf(
        { ...hot, severity: "major", dead_band: "4", duration: "5min", text: "Bearing too hot" },
        { ...hot, type: "PUMP", severity: "CRITICAL", limit: ">= 90.5", text: "Bearing too hot" },
        { ...hot, limit: "<-2e1" },
      ),
      targets,
    );

    expect(problems).toEqual([]);
    expect(rules.map(({ name, rows }) => [name, rows])).toEqual([
      ["Bearing too hot (Pump)", [1, 2]],
      ["bearing.temperature too low (Pump)", [3]],
    ]);
    expect(rules[0]?.definition).toMatchObject({
      scope: { kind: "DEVICE_TYPE", deviceTypeIds: [targets.type.get("pump")] },
      inputs: [{ kind: "TELEMETRY", name: "value", key: "bearing.temperature" }],
      steps: [
        { severity: "MAJOR", when: { comparison: "GREATER", value: 80, deadBand: 4 }, for: { ms: 300_000 } },
        { severity: "CRITICAL", when: { comparison: "GREATER_OR_EQUAL", value: 90.5 } },
      ],
      alarmType: "Bearing too hot",
    });
    for (const rule of rules) expect(checkRule(rule, [])).toEqual([]);
  });

  test.each<[string, Partial<LimitCells>, RegExp]>([
    ["no key", { ...hot, telemetry_key: "" }, /telemetry_key/],
    ["a key that is too long", { ...hot, telemetry_key: "k".repeat(257) }, /telemetry_key/],
    ["a key with what cannot be stored", { ...hot, telemetry_key: "k\u0000x" }, /telemetry_key/],
    ["a time beyond all times", { ...hot, duration: "99999999999d" }, /duration/],
    ["neither a type nor a device", { ...hot, type: "" }, /either type or device/],
    ["a type and a device", { ...hot, device: "pump 1" }, /either type or device/],
    ["a limit that is no number", { ...hot, limit: "80 °C" }, /limit/],
    ["a limit that is not finite", { ...hot, limit: "1e999" }, /limit/],
    ["an unknown severity", { ...hot, severity: "BAD" }, /CRITICAL, MAJOR/],
    ["a negative dead band", { ...hot, dead_band: "-1" }, /dead_band/],
    ["a duration in weeks", { ...hot, duration: "2 weeks" }, /duration/],
    ["a text too long for a name", { ...hot, text: "x".repeat(256) }, /text/],
  ])("says what is wrong with a row: %s", (_, given, message) => {
    expect(limitRowOf(7, cells(given))).toMatchObject([
      { row: 7, message: expect.stringMatching(message), code: expect.stringMatching(/^ROW_/) },
    ]);
  });

  test("says everything that is wrong with a row", () => {
    const wrong = { telemetry_key: "", limit: "x", severity: "BAD", dead_band: "-1", duration: "2 weeks" };

    expect(limitRowOf(7, cells(wrong))).toMatchObject(
      ["ROW_KEY", "ROW_LIMIT", "ROW_TARGET", "ROW_SEVERITY", "ROW_DEAD_BAND", "ROW_DURATION"].map((code) => ({
        row: 7,
        code,
      })),
    );
  });

  test("says which row names something that is not there, and which repeats a severity", () => {
    const { rules, problems } = limitRulesOf(rowsOf(hot, { ...hot, limit: "90" }, { ...hot, type: "Fan" }), targets);

    expect(rules).toEqual([]);
    expect(problems).toMatchObject([
      { row: 2, message: "severity: row 1 has MAJOR of the same limit", params: { other: "1", severity: "MAJOR" } },
      { row: 3, message: "type: no type Fan", code: "ROW_NO_TYPE", params: { name: "Fan" } },
    ]);
  });
});
