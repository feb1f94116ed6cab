import {
  type DashboardConfiguration,
  type DashboardVariable,
  knownWidget,
  type StoredWidget,
  type WidgetOptions,
  withReferences,
} from "@heliograph/contract";
import type { AliasOf } from "./aliases.ts";
import type { ShareTerms } from "./share.ts";
import { isFree } from "./shared-variables.ts";

/** For each free variable of devices those it stands for at first, by the ids of the link; none where these are all. */
export type DefaultDevices = ReadonlyMap<string, readonly string[]>;

/** A dashboard as strangers get it: what it shows, and nothing of how it comes by that [DSH6]. */
export function sharedConfiguration(
  configuration: DashboardConfiguration,
  terms: ShareTerms,
  alias: AliasOf,
  defaults: DefaultDevices,
): DashboardConfiguration {
  const { widgets, variables, pages, annotations, time, format } = withReferences(configuration, (_, id) => alias(id));
  return {
    ...{ format, time, pages, annotations },
    widgets: Object.fromEntries(Object.entries(widgets).map(([name, widget]) => [name, sharedWidget(widget)])),
    variables: variables.filter((variable) => isFree(variable, terms)).map((one) => withoutSelections(one, defaults)),
  };
}

/** What devices it can be is told as a list of names, and which of them it stands for until somebody chooses. */
const withoutSelections = (variable: DashboardVariable, defaults: DefaultDevices): DashboardVariable => {
  if (variable.kind !== "DEVICE") return variable;
  const { among: _, default: __, ...rest } = variable;
  const deviceIds = [...(defaults.get(variable.name) ?? [])];
  return deviceIds.length === 0 ? rest : { ...rest, default: { kind: "DEVICES", deviceIds } };
};

function sharedWidget(stored: StoredWidget): StoredWidget {
  const widget = knownWidget(stored);
  if (!widget) return { kind: stored.kind, version: stored.version, options: {} }; // whatever another version put there
  const { kind, version, title } = widget;
  return { kind, version, ...(title !== undefined && { title }), options: sharedOptions(widget) };
}

/** A switch is shown and does nothing: what it would send is nobody's business. A link leads to no other dashboard. */
function sharedOptions({ kind, options }: NonNullable<ReturnType<typeof knownWidget>>): StoredWidget["options"] {
  if (kind === "CONTROL") return lockedControl(options);
  if (kind === "LINK") return linkWithin(options);
  return { ...options };
}

function lockedControl(options: WidgetOptions<"CONTROL">): StoredWidget["options"] {
  const { method: _, value: __, confirm: ___, fields: ____, ...shown } = options;
  return shown;
}

function linkWithin(options: WidgetOptions<"LINK">): StoredWidget["options"] {
  const { dashboardId, page, ...shown } = options;
  return dashboardId === undefined && page !== undefined ? { ...shown, page } : shown;
}
