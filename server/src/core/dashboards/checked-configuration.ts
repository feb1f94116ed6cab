import {
  configurationProblem,
  type DashboardConfiguration,
  findWidgetKind,
  isKnownZone,
  knownWidget,
  type StoredWidget,
  type Widget,
  widgetSchemas,
} from "@heliograph/contract";
import { longWork, PieceTime } from "../../kernel/long-work-queue.ts";
import { bodyValidator } from "../../kernel/schema-validators.ts";
import { dashboardInvalid } from "./errors.ts";

const validators = new Map<string, ReturnType<typeof bodyValidator>>(
  Object.entries(widgetSchemas).map(([kind, schema]) => [kind, bodyValidator(schema)]),
);

/**
 * A configuration that can be saved: every widget of the newest version of its kind, and all of it makes sense. What
 * another version of this program saved and this one does not know stays as it is, if nobody changed it [DSH1].
 */
export async function checkedConfiguration(
  sent: DashboardConfiguration,
  before?: DashboardConfiguration,
): Promise<DashboardConfiguration> {
  const widgets: [string, StoredWidget][] = [];
  const piece = new PieceTime();
  for (const [name, widget] of Object.entries(sent.widgets)) {
    widgets.push([name, checkedWidget(name, widget, before && ownWidget(before, name))]);
    if (!piece.isUp) continue;
    await longWork.nextPiece();
    piece.restart();
  }
  const configuration = { ...sent, widgets: Object.fromEntries(widgets) };
  await longWork.nextPiece();
  const problem = configurationProblem(configuration);
  if (problem !== undefined) throw dashboardInvalid(problem);
  return configuration;
}

/** A saved configuration as this version reads it. */
export const newestConfiguration = (saved: DashboardConfiguration): DashboardConfiguration => ({
  ...saved,
  time: knownTime(saved.time),
  widgets: Object.fromEntries(
    Object.entries(saved.widgets).map(([name, widget]) => [name, storedOf(knownWidget(widget)) ?? widget]),
  ),
});

/** A zone that was saved before it was checked, or that this node does not know, would stop every reader and every save. */
function knownTime({ zone, ...time }: DashboardConfiguration["time"]): DashboardConfiguration["time"] {
  return zone !== undefined && isKnownZone(zone) ? { ...time, zone } : time;
}

function checkedWidget(name: string, sent: StoredWidget, before: StoredWidget | undefined): StoredWidget {
  const widget = storedOf(knownWidget(sent));
  if (!widget) return unchanged(name, sent, before);
  const checked = validators.get(widget.kind)?.(structuredClone(widget.options));
  if (!checked) throw dashboardInvalid(`widget ${name}: ${sent.kind} is no kind of widget`);
  if ("error" in checked) throw dashboardInvalid(`widget ${name}: options: ${checked.error.message}`);
  return { ...widget, options: checked.value as StoredWidget["options"] }; // its schema says so; nulls are gone
}

function unchanged(name: string, sent: StoredWidget, before: StoredWidget | undefined): StoredWidget {
  if (before && JSON.stringify(before) === JSON.stringify(sent)) return sent;
  const kind = findWidgetKind(sent.kind);
  const problem = kind
    ? `version ${sent.version} of ${sent.kind} is newer than this server, which knows ${kind.version}`
    : `${sent.kind} is no kind of widget`;
  throw dashboardInvalid(`widget ${name}: ${problem}`);
}

/** The other way round: options of a known kind are options. */
const storedOf = (widget: Widget | undefined): StoredWidget | undefined =>
  widget && { ...widget, options: { ...widget.options } };

const ownWidget = ({ widgets }: DashboardConfiguration, name: string): StoredWidget | undefined =>
  Object.hasOwn(widgets, name) ? widgets[name] : undefined;
