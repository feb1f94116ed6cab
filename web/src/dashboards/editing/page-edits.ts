import type { DashboardContent, DashboardPage, StoredWidget } from "@heliograph/contract";
import { withConfiguration, withoutUnplaced } from "./content.ts";

/** One more page, behind the others; links call it by what its title leaves of a name. */
export function withNewPage(
  content: DashboardContent,
  title: string,
): { readonly content: DashboardContent; readonly pageId: string } {
  const { pages } = content.configuration;
  const pageId = freshId(title, new Set(pages.map(({ id }) => id)));
  return { content: withConfiguration(content, { pages: [...pages, { id: pageId, title, layout: [] }] }), pageId };
}

function freshId(title: string, taken: ReadonlySet<string>): string {
  const plain = title
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 48);
  const begin = plain || "page";
  for (let at = 1; ; at++) {
    const id = at === 1 ? begin : `${begin}-${at}`;
    if (!taken.has(id)) return id;
  }
}

/** So many places further, as far as it goes. */
export function withMoved<T>(items: readonly T[], at: number, by: number): T[] {
  const item = items[at];
  if (item === undefined) return [...items];
  return items.toSpliced(at, 1).toSpliced(Math.max(0, at + by), 0, item);
}

/** Without a page and what stood on it alone; what led there leads nowhere. The last page stays. */
export function withoutPage(content: DashboardContent, pageId: string): DashboardContent {
  const { pages, widgets } = content.configuration;
  if (pages.length < 2) return content;
  const left: DashboardPage[] = pages.filter(({ id }) => id !== pageId);
  const kept = Object.entries(widgets).map(([name, widget]) => [name, withoutLinkTo(widget, pageId)] as const);
  return withoutUnplaced(withConfiguration(content, { pages: left, widgets: Object.fromEntries(kept) }));
}

function withoutLinkTo(widget: StoredWidget, pageId: string): StoredWidget {
  const { opens, page, ...options } = widget.options;
  const isOurs = options["dashboardId"] === undefined;
  return {
    ...widget,
    options: {
      ...options,
      ...(opens !== undefined && opens !== pageId && { opens }),
      ...(page !== undefined && !(isOurs && page === pageId) && { page }),
    },
  };
}
