import { gridColumns, narrowColumns } from "./bounds.ts";
import type { DashboardConfiguration, DashboardPage } from "./configuration.ts";
import type { Place } from "./layout.ts";
import { isOver } from "./narrow-layout.ts";
import type { DeviceSelection } from "./selection.ts";
import { isKnownZone } from "./time-zone.ts";
import type { DashboardVariable } from "./variables.ts";
import { knownWidget, optionsProblem } from "./widgets/index.ts";

type Problem = string | undefined;

/** What the schemas cannot say: why a dashboard makes no sense, or undefined. For the server and for editors. */
export const configurationProblem = (configuration: DashboardConfiguration): Problem =>
  timeProblem(configuration) ??
  variablesProblem(configuration.variables) ??
  pagesProblem(configuration) ??
  widgetsProblem(configuration) ??
  annotationsProblem(configuration);

const timeProblem = ({ time: { zone } }: DashboardConfiguration): Problem =>
  zone === undefined || isKnownZone(zone)
    ? undefined
    : `time.zone: ${zone} is no time zone; write it such as Europe/Berlin`;

function variablesProblem(variables: readonly DashboardVariable[]): Problem {
  const repeated = twice(variables.map(({ name }) => name));
  if (repeated !== undefined) return `the variable ${repeated} is there twice`;
  return firstOf(variables, (variable) =>
    variable.kind === "CHOICE" && !variable.choices.includes(variable.default)
      ? `the variable ${variable.name} begins with ${variable.default}, which is none of its choices`
      : undefined,
  );
}

function pagesProblem({ pages, widgets, variables }: DashboardConfiguration): Problem {
  const repeated = twice(pages.map(({ id }) => id));
  if (repeated !== undefined) return `the page ${repeated} is there twice`;
  const placed = new Set(pages.flatMap(({ layout }) => layout.map(({ widget }) => widget)));
  const lost = Object.keys(widgets).find((name) => !placed.has(name));
  if (lost !== undefined) return `the widget ${lost} stands on no page`;
  const [names, known] = [new Set(variables.map(({ name }) => name)), new Set(Object.keys(widgets))];
  return firstOf(pages, (page) => {
    const problem = pageProblem(page, known, names);
    return problem && `page ${page.id}: ${problem}`;
  });
}

function pageProblem({ layout, narrow, parameters = [] }: DashboardPage, widgets: Names, variables: Names): Problem {
  const unknown = parameters.find((name) => !variables.has(name));
  if (unknown !== undefined) return `its parameter ${unknown} is no variable`;
  return layoutProblem(layout, widgets, gridColumns) ?? (narrow && narrowProblem(layout, narrow, widgets));
}

type Names = ReadonlySet<string>;

function narrowProblem(layout: readonly Place[], narrow: readonly Place[], widgets: Names): Problem {
  const problem = layoutProblem(narrow, widgets, narrowColumns);
  if (problem !== undefined) return `on a phone ${problem}`;
  const missing = new Set(layout.map(({ widget }) => widget)).symmetricDifference(
    new Set(narrow.map(({ widget }) => widget)),
  );
  const [first] = missing;
  return first === undefined ? undefined : `${first} is only in one of layout and narrow`;
}

function layoutProblem(layout: readonly Place[], widgets: Names, columns: number): Problem {
  const repeated = twice(layout.map(({ widget }) => widget));
  if (repeated !== undefined) return `the widget ${repeated} is there twice`;
  return (
    firstOf(layout, ({ widget, x, w }) => {
      if (!widgets.has(widget)) return `there is no widget ${widget}`;
      return x + w > columns ? `the widget ${widget} goes beyond the last of ${columns} columns` : undefined;
    }) ?? overlapIn(layout)
  );
}

/** Of each only those below it in the order of rows are looked at. */
function overlapIn(layout: readonly Place[]): Problem {
  const byRow = layout.toSorted((one, other) => one.y - other.y);
  for (const [at, one] of byRow.entries()) {
    for (let next = at + 1; next < byRow.length; next++) {
      const other = byRow[next];
      if (!other || other.y >= one.y + one.h) break;
      if (isOver(one, other)) return `the widgets ${one.widget} and ${other.widget} lie over each other`;
    }
  }
  return undefined;
}

/** Those of a kind or version that is not known here are passed over: another version of this program knows them. */
function widgetsProblem({ widgets, variables, pages }: DashboardConfiguration): Problem {
  const kinds = new Map(variables.map(({ name, kind }) => [name, kind]));
  const pageNames = new Set(pages.map(({ id }) => id));
  return firstOf(Object.entries(widgets), ([name, stored]) => {
    const widget = knownWidget(stored);
    const problem = widget && (optionsProblem(widget) ?? referenceProblem({ ...widget.options }, kinds, pageNames));
    return problem && `widget ${name}: ${problem}`;
  });
}

/** What options may refer to, whatever kind they are of. */
interface Referring extends Readonly<Record<string, unknown>> {
  readonly devices?: DeviceSelection;
  readonly channel?: { readonly variable?: string };
  readonly channels?: readonly { readonly variable?: string }[];
  readonly opens?: string;
  readonly page?: string;
  readonly dashboardId?: string;
}

function referenceProblem(
  { devices, channel, channels = [], opens, page, dashboardId }: Referring,
  variables: ReadonlyMap<string, string>,
  pages: Names,
): Problem {
  if (devices?.kind === "VARIABLE" && variables.get(devices.name) !== "DEVICE")
    return `${devices.name} is no variable of the kind DEVICE`;
  const wrong = [...channels, ...(channel ? [channel] : [])].find(
    ({ variable }) => variable !== undefined && variables.get(variable) !== "CHANNEL",
  );
  if (wrong) return `${wrong.variable} is no variable of the kind CHANNEL`;
  const opened = opens ?? (dashboardId === undefined ? page : undefined);
  return opened === undefined || pages.has(opened) ? undefined : `there is no page ${opened}`;
}

const annotationsProblem = ({ annotations }: DashboardConfiguration): Problem =>
  annotations.some(({ startTs, endTs = startTs }) => endTs < startTs) ? "a note ends before it begins" : undefined;

function twice(names: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return names.find((name) => seen.size === seen.add(name).size);
}

function firstOf<T>(items: readonly T[], problemOf: (item: T) => Problem): Problem {
  for (const item of items) {
    const problem = problemOf(item);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
