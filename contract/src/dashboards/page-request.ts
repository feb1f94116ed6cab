import { gridColumns } from "./bounds.ts";
import type { DashboardConfiguration, DashboardPage } from "./configuration.ts";
import type { DataQuery, DataRequest } from "./queries/index.ts";
import type { PlainSelection } from "./selection.ts";
import type { DashboardVariable } from "./variables.ts";
import { knownWidget, queriesOfWidget } from "./widgets/index.ts";

/** What somebody chose for variables: devices, or a text. */
export type VariableChoices = Readonly<Record<string, PlainSelection | string>>;

export interface PageView {
  readonly configuration: DashboardConfiguration;
  readonly page: DashboardPage;
  readonly from: number;
  readonly to: number;
  readonly timeZone: string;
  readonly choices: VariableChoices;
  /** Of the whole page, in pixels. */
  readonly width: number;
}

/** The question of a widget, as the whole page asks it. */
export const questionName = (widget: string, question: string): string => `${widget}.${question}`;

/** All that a page asks, in one request; undefined where it asks nothing [DSH4]. */
export function pageRequest(view: PageView): DataRequest | undefined {
  const { configuration, page, from, to, timeZone, choices } = view;
  const queries = Object.fromEntries(page.layout.flatMap(({ widget, w }) => questionsOf(view, widget, w)));
  if (Object.keys(queries).length === 0) return undefined;
  return {
    ...{ startTs: from, endTs: to, timeZone, queries },
    variables: Object.fromEntries(configuration.variables.flatMap((one) => chosenDevices(one, choices))),
  };
}

function questionsOf(view: PageView, name: string, columns: number): [string, DataQuery][] {
  const { widgets, variables } = view.configuration;
  const stored = Object.hasOwn(widgets, name) ? widgets[name] : undefined;
  const widget = stored && knownWidget(stored);
  if (!widget) return [];
  const texts = chosenTexts(variables, view.choices);
  const width = Math.max(1, Math.round((view.width * columns) / gridColumns));
  return Object.entries(queriesOfWidget(widget, { texts, width })).map(([question, query]) => [
    questionName(name, question),
    query,
  ]);
}

const choiceOf = (choices: VariableChoices, name: string) => (Object.hasOwn(choices, name) ? choices[name] : undefined);

/** Without a choice it is the default, without that all it can be. */
function chosenDevices(variable: DashboardVariable, choices: VariableChoices): [string, PlainSelection][] {
  if (variable.kind !== "DEVICE") return [];
  const choice = choiceOf(choices, variable.name);
  const chosen = typeof choice === "object" ? choice : undefined;
  return [[variable.name, chosen ?? variable.default ?? variable.among ?? { kind: "ALL" }]];
}

/** What variables of other kinds stand for. */
export const chosenTexts = (
  variables: readonly DashboardVariable[],
  choices: VariableChoices,
): ReadonlyMap<string, string> => new Map(variables.flatMap((one) => chosenText(one, choices)));

function chosenText(variable: DashboardVariable, choices: VariableChoices): [string, string][] {
  if (variable.kind === "DEVICE") return [];
  const choice = choiceOf(choices, variable.name);
  return [[variable.name, typeof choice === "string" ? choice : variable.default]];
}
