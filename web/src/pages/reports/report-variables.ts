import type { DashboardReport, DashboardVariable, PlainSelection } from "@heliograph/contract";
import type { DeviceChoice } from "../schedules/device-choice.ts";

/** What a report says for the variables of its dashboard, by name. */
export type ReportVariables = NonNullable<DashboardReport["variables"]>;
type Value = ReportVariables[string];

/** One device or a text, as it is chosen in a list; undefined for what only the API says: a group, a type, several. */
export function chosenIn(value: Value): string | undefined {
  if (value.kind === "TEXT") return value.text;
  return value.devices.kind === "DEVICES" && value.devices.deviceIds.length === 1
    ? value.devices.deviceIds[0]
    : undefined;
}

export const choiceIn = (values: ReportVariables): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const chosen = chosenIn(value);
      return chosen === undefined ? [] : [[name, chosen] as const];
    }),
  );

/** With what was chosen in lists; what is in no list stays. A variable that the dashboard does not have is dropped. */
export function withChoice(
  values: ReportVariables,
  variables: readonly DashboardVariable[],
  choice: Readonly<Record<string, string>>,
): ReportVariables {
  const kept = variables.flatMap(({ name, kind }): [string, Value][] => {
    const chosen = Object.hasOwn(choice, name) ? choice[name] : undefined;
    if (chosen !== undefined) return [[name, reportValueOf(kind, chosen)]];
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value && chosenIn(value) === undefined ? [[name, value]] : [];
  });
  return Object.fromEntries(kept);
}

const reportValueOf = (kind: DashboardVariable["kind"], chosen: string): Value =>
  kind === "DEVICE"
    ? { kind: "DEVICES", devices: { kind: "DEVICES", deviceIds: [chosen] } }
    : { kind: "TEXT", text: chosen };

/** A selection of a dashboard as schedules name one: both are told with the same words. */
export function deviceChoiceOf(selection: PlainSelection): DeviceChoice {
  switch (selection.kind) {
    case "DEVICES":
      return { deviceIds: selection.deviceIds };
    case "GROUP":
      return { filter: { group: selection.deviceGroupId } };
    case "TYPE": {
      const { deviceProfileId, projectId } = selection;
      return { filter: { deviceProfileId, ...(projectId !== undefined && { projectId }) } };
    }
    case "PROJECT":
      return { filter: { projectId: selection.projectId } };
    case "ALL":
      return { all: true };
  }
}
