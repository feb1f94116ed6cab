import type { DashboardChange, DashboardContent } from "@heliograph/contract";
import { pageOf, widgetOf } from "./content.ts";
import { kindName } from "./widget-name.ts";
import type { EditorWords } from "./words/words.ts";

type Where = Pick<DashboardChange, "path">;

/** Where a value stands, in words; one that is gone is named as it was before. */
export function placeOfChange({ path }: Where, sides: readonly DashboardContent[], words: EditorWords): string {
  const w = words.parts.change;
  const [part = "", name = "", section, inner, ...deeper] = path;
  if (part === "widgets") {
    const rest = [section === "options" ? undefined : section, inner, ...deeper].filter((one) => one !== undefined);
    const said = rest.map((one) => (one === "title" ? w.widgetTitle : one)).join(" › ");
    return [widgetText(name, sides, words), said].filter((one) => one !== "").join(": ");
  }
  if (part === "pages" && (section === "layout" || section === "narrow") && inner !== undefined)
    return (section === "layout" ? w.place : w.phonePlace)(widgetText(inner, sides, words));
  if (part === "pages") return w.page(sides.map((side) => pageOf(side, name)?.title).find((one) => one) ?? name);
  if (part === "variables") return w.variable(name);
  if (
    part === "title" ||
    part === "time" ||
    part === "annotations" ||
    part === "pagesOrder" ||
    part === "variablesOrder"
  )
    return w[part];
  return path.join(" › ");
}

function widgetText(name: string, sides: readonly DashboardContent[], words: EditorWords): string {
  const widget = sides.map((side) => widgetOf(side, name)).find((one) => one !== undefined);
  return widget ? (widget.title ?? kindName(widget, words)) : name;
}

/** Changes as lines to be read; a widget that moved is one of them, not four numbers. */
export function changeTexts(
  changes: readonly DashboardChange[],
  sides: readonly DashboardContent[],
  words: EditorWords,
): string[] {
  const w = words.parts.change;
  const lines = changes.map((change) => {
    const where = placeOfChange(change, sides, words);
    const isWhole = change.path.length === 2 && wholes.includes(change.path[0] ?? "");
    if (isWhole && change.kind !== "CHANGED") return `${where} ${change.kind === "ADDED" ? w.added : w.removed}`;
    return isValue(change.before) && isValue(change.after) && !isPlace(change)
      ? `${where}: ${valueText(change.before)} → ${valueText(change.after)}`
      : where;
  });
  return [...new Set(lines)];
}

/** What has parts with names. */
const wholes: readonly string[] = ["widgets", "pages", "variables"];
const isPlace = ({ path }: Where): boolean => path[0] === "pages" && path.length > 3;
const isValue = (value: unknown): boolean => typeof value !== "object" || value === null;

const longest = 60;

/** A value of either side, as short as it can be shown. */
export function valueText(value: unknown): string {
  const text = value === undefined ? "–" : typeof value === "string" ? value : JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
