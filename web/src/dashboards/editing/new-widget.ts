import { type DashboardConfiguration, type StoredWidget, type WidgetKind, widgetKinds } from "@heliograph/contract";

/** A new widget of a kind; where the dashboard is about devices of a variable, it is about these. */
export function newWidget(kind: WidgetKind, { variables }: DashboardConfiguration): StoredWidget {
  const known = widgetKinds.find((one) => one.kind === kind);
  const options: Readonly<Record<string, unknown>> = { ...known?.defaults };
  const variable = variables.find((one) => one.kind === "DEVICE");
  const isAbout = variable !== undefined && "devices" in options;
  return {
    kind,
    version: known?.version ?? 1,
    options: { ...options, ...(isAbout && { devices: { kind: "VARIABLE", name: variable.name } }) },
  };
}
