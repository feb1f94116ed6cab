import {
  type DashboardContent,
  type DashboardVariable,
  dashboardBounds,
  type Place,
  type StoredWidget,
} from "@heliograph/contract";
import { type Added, pageOf, widgetOf, withAdded, withConfiguration } from "./content.ts";
import { bottomOf, inReadingOrder, wideGrid } from "./grid.ts";

const format = "heliograph.widgets/1";

/** Widgets on their way to another place, page or dashboard, with the variables they speak of. */
interface Clip {
  readonly format: typeof format;
  readonly widgets: readonly Added[];
  readonly variables: readonly DashboardVariable[];
}

/** Some widgets of a page as a text; their places begin at the corner. */
export function clipOf(content: DashboardContent, pageId: string, names: ReadonlySet<string>): string {
  const places = inReadingOrder(pageOf(content, pageId)?.layout ?? []).filter(({ widget }) => names.has(widget));
  const [left, top] = [Math.min(...places.map(({ x }) => x)), Math.min(...places.map(({ y }) => y))];
  const widgets = places.flatMap(({ widget: name, x, y, w, h }) => {
    const widget = widgetOf(content, name);
    return widget ? [{ widget, place: { x: x - left, y: y - top, w, h } }] : [];
  });
  const spoken = JSON.stringify(widgets);
  const variables = content.configuration.variables.filter(({ name }) => spoken.includes(JSON.stringify(name)));
  const clip: Clip = { format, widgets, variables };
  return JSON.stringify(clip);
}

/** A text from wherever: undefined where it is no widgets. What is inside is judged when the dashboard is saved. */
export function clipIn(text: string): Clip | undefined {
  try {
    const clip: unknown = JSON.parse(text);
    return isClip(clip) ? clip : undefined;
  } catch {
    return undefined;
  }
}

function isClip(value: unknown): value is Clip {
  const { format: said, widgets, variables } = (value ?? {}) as Partial<Clip>;
  if (said !== format || !Array.isArray(widgets) || !Array.isArray(variables)) return false;
  const isVariable = (one: Partial<DashboardVariable> | null) => typeof one?.name === "string";
  return (
    widgets.length > 0 &&
    widgets.length <= dashboardBounds.widgets &&
    widgets.every(isAdded) &&
    variables.every(isVariable)
  );
}

const isAdded = (one: Partial<Added> | null): boolean => isWidget(one?.widget) && isPlace(one?.place);

const isWidget = (one: Partial<StoredWidget> | undefined): boolean =>
  typeof one?.kind === "string" &&
  Number.isInteger(one.version) &&
  typeof one.options === "object" &&
  one.options !== null;

const isPlace = ({ x = -1, y = -1, w = 0, h = 0 }: Partial<Place> = {}): boolean =>
  [x, y, w, h].every(Number.isInteger) && x >= 0 && y >= 0 && w > 0 && h > 0 && x + w <= wideGrid.columns;

/** Below what is on the page, as they stood to each other. Variables that this dashboard lacks come with them. */
export function withPasted(content: DashboardContent, pageId: string, { widgets, variables }: Clip) {
  const known = new Map(content.configuration.variables.map(({ name, kind }) => [name, kind]));
  const missing = variables.filter(({ name }) => !known.has(name));
  const top = bottomOf(pageOf(content, pageId)?.layout ?? []);
  const pages = new Set(content.configuration.pages.map(({ id }) => id));
  const added = widgets.map(({ widget, place: { x, y, w, h } }) => ({
    widget: withoutLostPages(widget, pages),
    place: { x, y: y + top, w, h },
  }));
  const withVariables = withConfiguration(content, { variables: [...content.configuration.variables, ...missing] });
  return withAdded(withVariables, pageId, added);
}

/** A page of the dashboard it comes from is not there; a link to another dashboard's page stays one. */
function withoutLostPages(widget: StoredWidget, pages: ReadonlySet<string>): StoredWidget {
  const { opens, page, ...options } = widget.options;
  const isKept = (id: unknown) => typeof id === "string" && (pages.has(id) || options["dashboardId"] !== undefined);
  return {
    ...widget,
    options: { ...options, ...(isKept(opens) && { opens }), ...(isKept(page) && { page }) },
  };
}
