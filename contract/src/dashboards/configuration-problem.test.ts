import { expect, test } from "vitest";
import type { DashboardConfiguration } from "./configuration.ts";
import { configurationProblem } from "./configuration-problem.ts";
import { emptyConfiguration } from "./empty-configuration.ts";

const text = { kind: "TEXT", version: 1, options: { markdown: "" } };
const gauge = (options: object) => ({ kind: "GAUGE", version: 1, options: { devices: { kind: "ALL" }, ...options } });
const at = (widget: string, x: number, y: number, w = 6, h = 4) => ({ widget, x, y, w, h });
const page = (...layout: ReturnType<typeof at>[]) => ({ id: "overview", title: "Overview", layout });

const problemOf = (parts: Partial<DashboardConfiguration>) =>
  configurationProblem({ ...emptyConfiguration(), ...parts });

test("[DSH1] what makes sense has no problem: pages, parameters, variables, widgets of another version", () => {
  const problem = problemOf({
    variables: [
      { kind: "DEVICE", name: "pump" },
      { kind: "CHANNEL", name: "what", default: "temperature" },
      { kind: "CHOICE", name: "span", choices: ["day", "week"], default: "day" },
    ],
    widgets: {
      a: gauge({ devices: { kind: "VARIABLE", name: "pump" }, channel: { variable: "what" } }),
      b: { kind: "FROM_THE_FUTURE", version: 1, options: { anything: true } },
      c: { kind: "TEXT", version: 9, options: {} },
    },
    pages: [
      { ...page(at("a", 0, 0), at("b", 6, 0), at("c", 0, 4)), parameters: ["pump"] },
      { ...page(at("a", 18, 0)), id: "second" },
    ],
  });

  expect(problem).toBeUndefined();
});

test.each<[Partial<DashboardConfiguration>, string]>([
  [{ widgets: { a: text } }, "the widget a stands on no page"],
  [{ pages: [page(at("a", 0, 0))] }, "page overview: there is no widget a"],
  [{ widgets: { a: text }, pages: [page(at("a", 0, 0), at("a", 6, 0))] }, "page overview: the widget a is there twice"],
  [{ widgets: { a: text }, pages: [page(at("a", 20, 0))] }, "the widget a goes beyond the last of 24 columns"],
  [
    { widgets: { a: text, b: text }, pages: [page(at("a", 0, 0), at("b", 5, 3))] },
    "the widgets a and b lie over each other",
  ],
  [{ pages: [page(), page()] }, "the page overview is there twice"],
  [{ pages: [{ ...page(), parameters: ["pump"] }] }, "its parameter pump is no variable"],
  [{ widgets: { a: text }, pages: [{ ...page(at("a", 0, 0)), narrow: [] }] }, "a is only in one of layout and narrow"],
  [
    { widgets: { a: text }, pages: [{ ...page(at("a", 0, 0)), narrow: [at("a", 1, 0, 2)] }] },
    "on a phone the widget a goes beyond the last of 2 columns",
  ],
  [
    { variables: [{ kind: "CHOICE", name: "span", choices: ["day"], default: "week" }] },
    "the variable span begins with week, which is none of its choices",
  ],
  [
    { widgets: { a: gauge({ devices: { kind: "VARIABLE", name: "x" } }) }, pages: [page(at("a", 0, 0))] },
    "widget a: x is no variable of the kind DEVICE",
  ],
  [
    { widgets: { a: gauge({ channel: { variable: "x" } }) }, pages: [page(at("a", 0, 0))] },
    "widget a: x is no variable of the kind CHANNEL",
  ],
  [
    { widgets: { a: gauge({ channel: {} }) }, pages: [page(at("a", 0, 0))] },
    "widget a: a channel has either a key or a variable",
  ],
  [
    { widgets: { a: gauge({ min: 5, max: 5 }) }, pages: [page(at("a", 0, 0))] },
    "widget a: the scale ends before it begins",
  ],
  [
    { widgets: { a: { kind: "LINK", version: 1, options: { page: "gone" } } }, pages: [page(at("a", 0, 0))] },
    "widget a: there is no page gone",
  ],
  [{ time: { from: "now/d", to: "now", zone: "Nope/X" } }, "time.zone: Nope/X is no time zone"],
  [{ annotations: [{ startTs: 2, endTs: 1, text: "" }] }, "a note ends before it begins"],
])("[DSH1] %j is refused: %s", (parts, problem) => {
  expect(problemOf(parts)).toContain(problem);
});
