import { expect, test } from "vitest";
import type { DashboardConfiguration } from "./configuration.ts";
import { configurationProblem } from "./configuration-problem.ts";
import { emptyConfiguration } from "./empty-configuration.ts";
import { mergeDashboards } from "./merge.ts";
import type { DashboardContent } from "./tree.ts";

const text = (markdown: string) => ({ kind: "TEXT", version: 1, options: { markdown } });
const at = (widget: string, x: number, y: number, w = 12, h = 4) => ({ widget, x, y, w, h });

const dashboard = (
  widgets: DashboardConfiguration["widgets"],
  layout: ReturnType<typeof at>[],
  over: Partial<DashboardConfiguration> = {},
): DashboardContent => ({
  title: "Pumps",
  configuration: { ...emptyConfiguration(), widgets, pages: [{ id: "overview", title: "Overview", layout }], ...over },
});

const base = dashboard({ a: text("one"), b: text("two") }, [at("a", 0, 0), at("b", 12, 0)]);
const placesIn = ({ configuration }: DashboardContent) => configuration.pages[0]?.layout;

test("[DSH2] what one of both changed is changed, and nobody has to choose", () => {
  const mine = { ...dashboard({ a: text("1"), b: text("two") }, [at("a", 0, 0), at("b", 12, 0)]), title: "Mine" };
  const theirs = dashboard({ a: text("one"), b: text("2") }, [at("a", 0, 0), at("b", 12, 0, 12, 6)]);

  const { content, conflicts } = mergeDashboards(base, mine, theirs);

  expect(conflicts).toEqual([]);
  expect(content).toEqual({
    ...dashboard({ a: text("1"), b: text("2") }, [at("a", 0, 0), at("b", 12, 0, 12, 6)]),
    title: "Mine",
  });
});

test("[DSH2] a value that both changed is a choice, one for each value", () => {
  const mine = dashboard({ a: text("mine"), b: text("same") }, [at("a", 0, 0), at("b", 12, 0)]);
  const theirs = dashboard({ a: text("theirs"), b: text("same") }, [at("a", 0, 0), at("b", 12, 0)]);
  const conflict = {
    path: ["widgets", "a", "options", "markdown"],
    ...{ base: "one", mine: "mine", theirs: "theirs" },
  };

  expect(mergeDashboards(base, mine, theirs)).toEqual({ content: theirs, conflicts: [conflict] });
  expect(mergeDashboards(base, mine, theirs, () => "mine")).toEqual({ content: mine, conflicts: [conflict] });
});

test("[DSH2] what was added where theirs is wider now moves below", () => {
  const mine = dashboard({ ...base.configuration.widgets, list: text("alarms") }, [
    ...[at("a", 0, 0), at("b", 12, 0), at("list", 0, 4)],
  ]);
  const theirs = dashboard(base.configuration.widgets, [at("a", 0, 0, 12, 9), at("b", 12, 0)]);

  const { content, conflicts } = mergeDashboards(base, mine, theirs);

  expect([conflicts, placesIn(content)]).toEqual([[], [at("a", 0, 0, 12, 9), at("b", 12, 0), at("list", 0, 9)]]);
});

test("[DSH2] a widget that one removed and the other only moved is gone; one the other changed is a choice", () => {
  const removed = dashboard({ b: text("two") }, [at("b", 12, 0)]);
  const moved = dashboard(base.configuration.widgets, [at("a", 0, 8), at("b", 12, 0)]);
  const changed = dashboard({ a: text("new"), b: text("two") }, [at("a", 0, 0), at("b", 12, 0)]);

  expect(mergeDashboards(base, moved, removed)).toEqual({ content: removed, conflicts: [] });
  const { content, conflicts } = mergeDashboards(base, removed, changed);
  expect([conflicts.map(({ path }) => path), Object.keys(content.configuration.widgets)]).toEqual([
    [["widgets", "a"]],
    ["b"],
  ]);
});

test("[DSH2] both may add pages and variables; a phone's layout that no longer fits follows anew", () => {
  const page = (id: string) => ({ id, title: id, layout: [] });
  const [overview] = base.configuration.pages;
  if (!overview) throw new Error("no page");
  const narrow = [at("a", 0, 0, 2), at("b", 0, 4, 2)];
  const begin = { ...base, configuration: { ...base.configuration, pages: [{ ...overview, narrow }] } };
  const adding = (id: string, over: Partial<DashboardConfiguration> = {}) => ({
    ...begin,
    configuration: { ...begin.configuration, pages: [...begin.configuration.pages, page(id)], ...over },
  });
  const theirs = adding("theirs", { widgets: { ...base.configuration.widgets, c: text("c") } });
  const [first, ...others] = theirs.configuration.pages;
  const more = first && { ...first, layout: [...first.layout, at("c", 0, 4)], narrow: [...narrow, at("c", 0, 8, 2)] };
  const theirsWithC = {
    ...theirs,
    configuration: { ...theirs.configuration, pages: [...(more ? [more] : []), ...others] },
  };
  const mineWithoutB = adding("mine", { widgets: { a: text("one") } });
  const mine = {
    ...mineWithoutB,
    configuration: {
      ...mineWithoutB.configuration,
      pages: [{ ...overview, layout: [at("a", 0, 0)], narrow: [at("a", 0, 0, 2)] }, page("mine")],
    },
  };

  const { content, conflicts } = mergeDashboards(begin, mine, theirsWithC);

  expect(conflicts).toEqual([]);
  expect(content.configuration.pages.map(({ id }) => id)).toEqual(["overview", "theirs", "mine"]);
  expect(Object.keys(content.configuration.widgets).sort()).toEqual(["a", "c"]);
  expect(configurationProblem(content.configuration)).toBeUndefined();
});

test("[DSH2] whatever both do, what comes out is a dashboard", () => {
  let state = 7;
  const random = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % below;
  };
  const any = (): DashboardContent => {
    const names = ["a", "b", "c", "d", "e"].filter(() => random(3) > 0);
    const widgets = Object.fromEntries(names.map((name) => [name, text(String(random(3)))]));
    const layout = names.map((name, index) => at(name, 12 * random(2), index * 10 + random(3), 12, 1 + random(8)));
    return dashboard(widgets, layout);
  };

  for (let round = 0; round < 100; round++) {
    const [begin, mine, theirs] = [any(), any(), any()];
    for (const side of ["mine", "theirs"] as const)
      expect(
        configurationProblem(mergeDashboards(begin, mine, theirs, () => side).content.configuration),
      ).toBeUndefined();
    expect(mergeDashboards(begin, mine, begin)).toEqual({ content: mine, conflicts: [] });
    expect(mergeDashboards(begin, begin, theirs)).toEqual({ content: theirs, conflicts: [] });
  }
});
