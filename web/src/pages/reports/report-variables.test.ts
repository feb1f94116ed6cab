import type { DashboardVariable } from "@heliograph/contract";
import { expect, test } from "vitest";
import { choiceIn, deviceChoiceOf, type ReportVariables, withChoice } from "./report-variables.ts";

const [pump, group] = ["784f394c-42b6-435a-983c-b7beff2784f9", "784f394c-42b6-435a-983c-b7beff2784f8"];
const variables: readonly DashboardVariable[] = [
  { kind: "DEVICE", name: "pump" },
  { kind: "DEVICE", name: "others" },
  { kind: "CHOICE", name: "span", choices: ["day", "week"], default: "day" },
];
const values: ReportVariables = {
  pump: { kind: "DEVICES", devices: { kind: "DEVICES", deviceIds: [pump] } },
  others: { kind: "DEVICES", devices: { kind: "GROUP", deviceGroupId: group } },
  span: { kind: "TEXT", text: "week" },
};

test("[SCH2] what a report says for variables is chosen in lists, and what no list has stays as it is", () => {
  const choice = choiceIn(values);

  expect(choice).toEqual({ pump, span: "week" });
  expect(withChoice(values, variables, choice)).toEqual(values);
  expect(withChoice(values, variables, { pump })).toEqual({ pump: values["pump"], others: values["others"] });
  expect(withChoice({}, variables, { span: "day" })).toEqual({ span: { kind: "TEXT", text: "day" } });
});

test("[SCH2] a variable that the dashboard does not have any more is dropped, whatever it is called", () => {
  expect(withChoice(values, [{ kind: "TEXT", name: "toString", default: "" }], choiceIn(values))).toEqual({});
});

test("[SCH2] devices of a variable are told as those of a schedule are", () => {
  expect(deviceChoiceOf({ kind: "TYPE", deviceProfileId: pump, projectId: group })).toEqual({
    filter: { deviceProfileId: pump, projectId: group },
  });
  expect(deviceChoiceOf({ kind: "ALL" })).toEqual({ all: true });
});
