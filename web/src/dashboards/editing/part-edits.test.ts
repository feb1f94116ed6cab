import { configurationProblem, type DashboardContent, emptyConfiguration } from "@heliograph/contract";
import { expect, test } from "vitest";
import { withAdded, withConfiguration, withPage } from "./content.ts";
import { withMoved, withNewPage, withoutPage } from "./page-edits.ts";
import { speakersOf, withoutVariable, withVariable } from "./variable-edits.ts";

const table = {
  kind: "TABLE",
  version: 1,
  options: {
    devices: { kind: "VARIABLE", name: "pumps" },
    channels: [{ variable: "what", label: "x" }],
    opens: "one-pump",
  },
};
const begun: DashboardContent = {
  title: "t",
  configuration: {
    ...emptyConfiguration(),
    variables: [
      { kind: "DEVICE", name: "pumps", default: { kind: "ALL" } },
      { kind: "CHANNEL", name: "what", default: "flow" },
    ],
  },
};

function filled(): DashboardContent {
  const { content } = withNewPage(begun, "One pump!");
  const asked = withPage(content, "one-pump", (page) => ({ ...page, parameters: ["pumps"] }));
  return withAdded(asked, "overview", [{ widget: table, place: { x: 0, y: 0, w: 4, h: 4 } }]).content;
}

const optionsOf = ({ configuration }: DashboardContent) => configuration.widgets["w1"]?.options;
const isSound = ({ configuration }: DashboardContent) => expect(configurationProblem(configuration)).toBeUndefined();

test("[DSH5] pages get names that links can use, each its own", () => {
  const first = withNewPage(begun, "Übersicht Nord");
  const { pageId } = withNewPage(first.content, "Übersicht Nord");

  expect([first.pageId, pageId]).toEqual(["u-bersicht-nord", "u-bersicht-nord-2"]);
  expect(withNewPage(begun, "!!!").pageId).toBe("page");
  expect(withMoved(["a", "b", "c"], 2, -1)).toEqual(["a", "c", "b"]);
});

test("[DSH5] a page that goes takes its widgets, and what opened it opens nothing; the last one stays", () => {
  const left = withoutPage(filled(), "one-pump");

  expect(optionsOf(left)).not.toHaveProperty("opens");
  isSound(left);
  expect(withoutPage(left, "overview")).toBe(left);
  expect(Object.keys(withoutPage(filled(), "overview").configuration.widgets)).toEqual([]);
});

test("[DSH5] a variable that gets another name keeps those who speak of it", () => {
  const before = filled();
  const renamed = withVariable(
    withVariable(before, { kind: "DEVICE", name: "machines" }, "pumps"),
    { kind: "CHANNEL", name: "channel", default: "flow" },
    "what",
  );

  expect(speakersOf(before, "pumps")).toEqual(["w1"]);
  expect(optionsOf(renamed)).toMatchObject({
    devices: { kind: "VARIABLE", name: "machines" },
    channels: [{ variable: "channel", label: "x" }],
  });
  isSound(renamed);
});

test("[DSH5] without a variable, those who spoke of it take what it began with", () => {
  const left = withoutVariable(withoutVariable(filled(), "pumps"), "what");

  expect(optionsOf(left)).toMatchObject({ devices: { kind: "ALL" }, channels: [{ key: "flow", label: "x" }] });
  expect(left.configuration.pages[1]?.parameters).toEqual([]);
  isSound(left);
  isSound(withConfiguration(left, {}));
});
