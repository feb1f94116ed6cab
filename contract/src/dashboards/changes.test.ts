import { expect, test } from "vitest";
import { changesBetween } from "./changes.ts";
import type { DashboardConfiguration } from "./configuration.ts";
import { emptyConfiguration } from "./empty-configuration.ts";

const text = (markdown: string) => ({ kind: "TEXT", version: 1, options: { markdown } });

const base = (): DashboardConfiguration => ({
  ...emptyConfiguration(),
  variables: [{ kind: "TEXT", name: "note", default: "" }],
  widgets: { a: text("one"), b: text("two") },
  pages: [
    {
      id: "overview",
      title: "Overview",
      layout: [
        { widget: "a", x: 0, y: 0, w: 12, h: 4 },
        { widget: "b", x: 12, y: 0, w: 12, h: 4 },
      ],
    },
  ],
});

const changes = (after: DashboardConfiguration, title = "Pumps") =>
  changesBetween({ title: "Pumps", configuration: base() }, { title, configuration: after });

test("[DSH2] two alike have no changes", () => {
  expect(changes(base())).toEqual([]);
});

test("[DSH2] each changed value is told by where it stands", () => {
  const after = {
    ...base(),
    widgets: { a: text("one"), b: text("2") },
    time: { from: "now-1h", to: "now", live: true },
  };

  expect(changes(after, "All pumps")).toEqual([
    { path: ["title"], kind: "CHANGED", before: "Pumps", after: "All pumps" },
    { path: ["time", "from"], kind: "CHANGED", before: "now-6h", after: "now-1h" },
    { path: ["widgets", "b", "options", "markdown"], kind: "CHANGED", before: "two", after: "2" },
  ]);
});

test("[DSH2] what is added in front is one addition and another order", () => {
  const page = { id: "first", title: "First", layout: [] };
  const after = { ...base(), pages: [page, ...base().pages] };

  expect(changes(after).map(({ path, kind }) => [path.join("."), kind])).toEqual([
    ["pages.first", "ADDED"],
    ["pagesOrder", "CHANGED"],
  ]);
});

test("[DSH2] a place is told by its widget, whatever order it stands in", () => {
  const [page] = base().pages;
  const layout = [
    { widget: "b", x: 12, y: 0, w: 12, h: 4 },
    { widget: "a", x: 0, y: 0, w: 11, h: 4 },
  ];

  expect(changes({ ...base(), pages: [{ ...page, id: "overview", title: "Overview", layout }] })).toEqual([
    { path: ["pages", "overview", "layout", "a", "w"], kind: "CHANGED", before: 12, after: 11 },
  ]);
});

test("[DSH2] a widget called like a part of every object is one like others", () => {
  const withIt = { ...base(), widgets: { ...base().widgets, constructor: text("odd") } };

  expect(changes(withIt).map(({ path, kind }) => [path.join("."), kind])).toEqual([["widgets.constructor", "ADDED"]]);
});
