import {
  type DashboardContent,
  type DashboardPage,
  narrowLayout,
  type Place,
  type StoredWidget,
} from "@heliograph/contract";
import { freePlace, type Grid, phoneGrid, wideGrid, withoutEmptiedRows } from "./grid.ts";

/** Which of a dashboard's layouts is edited. */
export interface Look {
  readonly pageId: string;
  readonly isPhone: boolean;
}

export const gridOf = ({ isPhone }: Look): Grid => (isPhone ? phoneGrid : wideGrid);

export const pageOf = ({ configuration }: DashboardContent, pageId: string): DashboardPage | undefined =>
  configuration.pages.find(({ id }) => id === pageId);

/** That of a phone follows from the other one until somebody edits it [DSH1]. */
export function layoutOf(content: DashboardContent, { pageId, isPhone }: Look): readonly Place[] {
  const page = pageOf(content, pageId);
  if (!page) return [];
  return isPhone ? (page.narrow ?? narrowLayout(page.layout)) : page.layout;
}

export const withConfiguration = (
  content: DashboardContent,
  changed: Partial<DashboardContent["configuration"]>,
): DashboardContent => ({ ...content, configuration: { ...content.configuration, ...changed } });

export const withPage = (
  content: DashboardContent,
  pageId: string,
  change: (page: DashboardPage) => DashboardPage,
): DashboardContent =>
  withConfiguration(content, {
    pages: content.configuration.pages.map((page) => (page.id === pageId ? change(page) : page)),
  });

export const withLayout = (content: DashboardContent, { pageId, isPhone }: Look, layout: Place[]): DashboardContent =>
  withPage(content, pageId, (page) => ({ ...page, [isPhone ? "narrow" : "layout"]: layout }));

/** A phone's layout that follows from the other one again. */
export const withDerivedPhone = (content: DashboardContent, pageId: string): DashboardContent =>
  withPage(content, pageId, ({ narrow: _, ...page }) => page);

export const widgetOf = ({ configuration }: DashboardContent, name: string): StoredWidget | undefined =>
  Object.hasOwn(configuration.widgets, name) ? configuration.widgets[name] : undefined;

export function withWidget(content: DashboardContent, name: string, widget: StoredWidget): DashboardContent {
  return withConfiguration(content, { widgets: { ...content.configuration.widgets, [name]: widget } });
}

export interface Added {
  readonly widget: StoredWidget;
  readonly place: Omit<Place, "widget">;
}

/** With new widgets at places that are free; what is called how is answered as well. */
export function withAdded(
  content: DashboardContent,
  pageId: string,
  added: readonly Added[],
): { readonly content: DashboardContent; readonly names: readonly string[] } {
  const names = freshNames(Object.keys(content.configuration.widgets), added.length);
  const named = added.map(({ widget, place }, at) => ({ name: names[at] ?? "", widget, place }));
  const widgets = {
    ...content.configuration.widgets,
    ...Object.fromEntries(named.map(({ name, widget }) => [name, widget])),
  };
  const places = named.map(({ name, place }) => ({ widget: name, ...place }));
  const changed = withPage(withConfiguration(content, { widgets }), pageId, (page) => ({
    ...page,
    layout: [...page.layout, ...places],
    ...(page.narrow && { narrow: places.reduce(withPlaceOnPhone, page.narrow) }),
  }));
  return { content: changed, names };
}

const withPlaceOnPhone = (narrow: Place[], { widget, w, h }: Place): Place[] => [
  ...narrow,
  { widget, ...freePlace(phoneGrid, narrow, w > wideGrid.columns / 4 ? 2 : 1, h) },
];

function freshNames(taken: readonly string[], count: number): string[] {
  const known = new Set(taken);
  const names: string[] = [];
  for (let at = 1; names.length < count; at++) if (!known.has(`w${at}`)) names.push(`w${at}`);
  return names;
}

/** Without some widgets of a page; what stands on another page stays there. */
export function withoutWidgets(
  content: DashboardContent,
  pageId: string,
  names: ReadonlySet<string>,
): DashboardContent {
  const isLeft = ({ widget }: Place) => !names.has(widget);
  const emptied = withPage(content, pageId, ({ narrow, ...page }) => ({
    ...page,
    layout: withoutEmptiedRows(page.layout, page.layout.filter(isLeft)),
    ...(narrow && { narrow: withoutEmptiedRows(narrow, narrow.filter(isLeft)) }),
  }));
  return withoutUnplaced(emptied);
}

/** A widget that stands on no page is gone. */
export function withoutUnplaced(content: DashboardContent): DashboardContent {
  const { pages, widgets } = content.configuration;
  const placed = new Set(pages.flatMap(({ layout }) => layout.map(({ widget }) => widget)));
  return withConfiguration(content, {
    widgets: Object.fromEntries(Object.entries(widgets).filter(([name]) => placed.has(name))),
  });
}
