import { configurationProblem, type DashboardContent, emptyConfiguration } from "@heliograph/contract";
import { expect, test } from "vitest";
import { layoutOf, withAdded, withDerivedPhone, withLayout, withoutWidgets } from "./content.ts";

const text = { kind: "TEXT", version: 1, options: { markdown: "x" } };
const empty: DashboardContent = { title: "t", configuration: emptyConfiguration() };
const [wide, phone] = [
  { pageId: "overview", isPhone: false },
  { pageId: "overview", isPhone: true },
];
const added = (content: DashboardContent, ...xs: number[]) =>
  withAdded(
    content,
    "overview",
    xs.map((x) => ({ widget: text, place: { x, y: 0, w: 4, h: 4 } })),
  );

test("[DSH5] new widgets get names nobody has, on a phone's own layout too", () => {
  const first = added(empty, 0, 4);
  const own = withLayout(first.content, phone, [...layoutOf(first.content, phone)]);
  const { content, names } = added(own, 8);

  expect(first.names).toEqual(["w1", "w2"]);
  expect(names).toEqual(["w3"]);
  expect(layoutOf(content, phone).map(({ widget }) => widget)).toEqual(["w1", "w2", "w3"]);
  expect(configurationProblem(content.configuration)).toBeUndefined();
});

test("[DSH5] a removed widget is gone from both layouts, and one that stands on another page stays", () => {
  const { content } = added(empty, 0, 4);
  const own = withLayout(content, phone, [...layoutOf(content, phone)]);
  const { pages } = own.configuration;
  const second = { id: "second", title: "Second", layout: [{ widget: "w2", x: 0, y: 0, w: 4, h: 4 }] };
  const both = { ...own, configuration: { ...own.configuration, pages: [...pages, second] } };

  const left = withoutWidgets(both, "overview", new Set(["w1", "w2"]));

  expect(Object.keys(left.configuration.widgets)).toEqual(["w2"]);
  expect([layoutOf(left, wide), layoutOf(left, phone)]).toEqual([[], []]);
  expect(configurationProblem(left.configuration)).toBeUndefined();
});

test("[DSH1] a phone's layout follows from the other one again when asked for", () => {
  const { content } = added(empty, 0);
  const own = withLayout(content, phone, [{ widget: "w1", x: 0, y: 0, w: 1, h: 9 }]);

  expect(layoutOf(own, phone)).toEqual([{ widget: "w1", x: 0, y: 0, w: 1, h: 9 }]);
  expect(layoutOf(withDerivedPhone(own, "overview"), phone)).toEqual([{ widget: "w1", x: 0, y: 0, w: 2, h: 4 }]);
});
