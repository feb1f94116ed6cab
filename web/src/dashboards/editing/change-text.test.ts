import { changesBetween, type DashboardContent, emptyConfiguration } from "@heliograph/contract";
import { expect, test } from "vitest";
import { changeTexts } from "./change-text.ts";
import { withAdded, withoutWidgets, withPage, withWidget } from "./content.ts";
import { en } from "./words/en.ts";

const gauge = { kind: "GAUGE", version: 1, title: "Bearing", options: { devices: { kind: "ALL" }, max: 100 } };
const begun: DashboardContent = { title: "Pumps", configuration: emptyConfiguration() };
const { content: before } = withAdded(begun, "overview", [{ widget: gauge, place: { x: 0, y: 0, w: 4, h: 4 } }]);
const texts = (after: DashboardContent) => changeTexts(changesBetween(before, after), [after, before], en);

test("[DSH5] changes are told with the names people gave, a move in one line", () => {
  const changed = withWidget({ ...before, title: "All pumps" }, "w1", {
    ...gauge,
    options: { ...gauge.options, max: 120 },
  });
  const moved = withPage(changed, "overview", (page) => ({
    ...page,
    layout: [{ widget: "w1", x: 2, y: 3, w: 5, h: 4 }],
  }));

  expect(texts(moved)).toEqual(["Name: Pumps → All pumps", "Bearing: max: 100 → 120", "Bearing: place"]);
});

test("what came and what went says so", () => {
  const text = { kind: "TEXT", version: 1, options: { markdown: "" } };
  const { content } = withAdded(before, "overview", [{ widget: text, place: { x: 8, y: 0, w: 4, h: 4 } }]);

  expect(texts(content)).toEqual(["Text added", "Text: place"]);
  expect(texts(withoutWidgets(before, "overview", new Set(["w1"])))).toEqual(["Bearing removed", "Bearing: place"]);
});
