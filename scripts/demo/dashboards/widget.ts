import {
  type DashboardConfiguration,
  type DashboardPage,
  findWidgetKind,
  narrowLayout,
  type StoredWidget,
  type WidgetKind,
  type WidgetOptions,
} from "@heliograph/contract";

/** A widget with its place on the grid. */
export interface PlacedWidget {
  readonly widget: StoredWidget;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

type Spot = readonly [x: number, y: number, w: number, h: number];

export function placed<Kind extends WidgetKind>(
  kind: Kind,
  title: string,
  [x, y, w, h]: Spot,
  options: WidgetOptions<Kind>,
): PlacedWidget {
  const version = findWidgetKind(kind)?.version ?? 1;
  return { widget: { kind, version, title, options: { ...options } }, x, y, w, h };
}

export interface ScenePage {
  readonly id: string;
  readonly title: string;
  readonly parameters?: string[];
  readonly widgets: readonly PlacedWidget[];
  /** The title of what stands on top on a phone; the rest follows as it stands on a desk. */
  readonly firstOnPhones?: string;
}

/** What pages show, as a dashboard is stored: widgets by names, and where each stands. */
export function configurationOf(
  pages: readonly ScenePage[],
  about: Pick<DashboardConfiguration, "time"> & Partial<DashboardConfiguration>,
): DashboardConfiguration {
  const named = pages.flatMap(({ id, widgets }) => widgets.map((one, at) => [`${id}-${at + 1}`, one] as const));
  return {
    format: "heliograph.dashboard/1",
    variables: [],
    annotations: [],
    ...about,
    widgets: Object.fromEntries(named.map(([name, { widget }]) => [name, widget])),
    pages: pages.map(pageOf),
  };
}

function pageOf({ widgets, firstOnPhones, ...page }: ScenePage): DashboardPage {
  const layout = widgets.map(({ x, y, w, h }, at) => ({ widget: `${page.id}-${at + 1}`, x, y, w, h }));
  const first = layout[widgets.findIndex(({ widget }) => widget.title === firstOnPhones)];
  if (!first) return { ...page, layout };
  const below = layout.map((place) => (place === first ? { ...place, y: 0 } : { ...place, y: place.y + first.h }));
  return { ...page, layout, narrow: narrowLayout(below) };
}
