import { configurationProblem, type DashboardContent, emptyConfiguration } from "@heliograph/contract";
import { expect, test } from "vitest";
import { clipIn, clipOf, withPasted } from "./clipboard.ts";
import { withAdded, withConfiguration } from "./content.ts";

const value = {
  kind: "VALUE",
  version: 1,
  title: "Flow",
  options: { devices: { kind: "VARIABLE", name: "pumps" }, channel: { key: "flow" } },
};
const table = { kind: "TABLE", version: 1, options: { devices: { kind: "ALL" }, channels: [], opens: "one-pump" } };
const empty: DashboardContent = { title: "t", configuration: emptyConfiguration() };

function filled(): DashboardContent {
  const { pages } = empty.configuration;
  const named = withConfiguration(empty, {
    variables: [
      { kind: "DEVICE", name: "pumps" },
      { kind: "TEXT", name: "other", default: "" },
    ],
    pages: [...pages, { id: "one-pump", title: "One", layout: [] }],
  });
  return withAdded(named, "overview", [
    { widget: value, place: { x: 6, y: 3, w: 4, h: 4 } },
    { widget: table, place: { x: 12, y: 3, w: 12, h: 8 } },
  ]).content;
}

test("[DSH5] copied widgets arrive in another dashboard with their variables, below what is there", () => {
  const clip = clipIn(clipOf(filled(), "overview", new Set(["w1", "w2"])));
  const { content: there } = withAdded(empty, "overview", [{ widget: table, place: { x: 0, y: 0, w: 4, h: 5 } }]);
  const { content, names } = withPasted(
    withoutOpens(there),
    "overview",
    clip ?? { format: "heliograph.widgets/1", widgets: [], variables: [] },
  );

  expect(names).toEqual(["w2", "w3"]);
  expect(content.configuration.variables).toEqual([{ kind: "DEVICE", name: "pumps" }]);
  expect(content.configuration.pages[0]?.layout.slice(1)).toEqual([
    { widget: "w2", x: 0, y: 5, w: 4, h: 4 },
    { widget: "w3", x: 6, y: 5, w: 12, h: 8 },
  ]);
  expect(content.configuration.widgets["w3"]?.options).not.toHaveProperty("opens");
  expect(configurationProblem(content.configuration)).toBeUndefined();
});

const withoutOpens = (content: DashboardContent): DashboardContent =>
  withConfiguration(content, {
    widgets: { w1: { ...table, options: { devices: { kind: "ALL" }, channels: [] } } },
  });

test("pasted where it came from it is there twice, and its variable once", () => {
  const here = filled();
  const clip = clipIn(clipOf(here, "overview", new Set(["w1"])));
  const pasted = clip && withPasted(here, "overview", clip);

  expect(pasted?.names).toEqual(["w3"]);
  expect(pasted?.content.configuration.variables).toHaveLength(2);
});

test.for([
  "some text",
  "{}",
  '{"format":"heliograph.widgets/1"}',
  '{"format":"heliograph.widgets/1","widgets":[],"variables":[]}',
  '{"format":"heliograph.widgets/1","widgets":[null],"variables":[]}',
  '{"format":"heliograph.widgets/1","widgets":[{"widget":{"kind":"TEXT","version":1,"options":{}},"place":{"x":0,"y":0,"w":99,"h":1}}],"variables":[]}',
  '{"format":"heliograph.widgets/1","widgets":[{"widget":{"kind":"TEXT","version":1,"options":{}},"place":{"x":0,"y":0,"w":9,"h":1}}],"variables":[null]}',
])("what is no widgets is not pasted: %s", (text) => {
  expect(clipIn(text)).toBeUndefined();
});
