import { expect, test } from "vitest";
import type { Place } from "./layout.ts";
import { isOver, narrowLayout } from "./narrow-layout.ts";

const place = (widget: string, x: number, y: number, w: number, h: number): Place => ({ widget, x, y, w, h });

test("[DSH1] on a phone widgets are read line by line, small ones in pairs", () => {
  const layout = [
    place("chart", 0, 4, 18, 10),
    place("power", 12, 0, 4, 4),
    place("flow", 0, 0, 4, 4),
    place("pressure", 6, 0, 4, 3),
    place("alarms", 18, 0, 6, 14),
    place("map", 0, 14, 12, 9),
  ];

  expect(narrowLayout(layout)).toEqual([
    place("flow", 0, 0, 1, 4),
    place("pressure", 1, 0, 1, 4),
    place("power", 0, 4, 1, 14),
    place("alarms", 1, 4, 1, 14),
    place("chart", 0, 18, 2, 10),
    place("map", 0, 28, 2, 9),
  ]);
});

test("[DSH1] a small one without a partner has the whole width", () => {
  expect(narrowLayout([place("a", 0, 0, 4, 3), place("b", 4, 0, 20, 5), place("c", 0, 5, 4, 2)])).toEqual([
    place("a", 0, 0, 2, 3),
    place("b", 0, 3, 2, 5),
    place("c", 0, 8, 2, 2),
  ]);
});

test("[DSH1] whatever the layout, nothing lies over anything else on a phone", () => {
  const layout = Array.from({ length: 40 }, (_, at) =>
    place(`w${at}`, (at * 7) % 24, at * 2, 1 + ((at * 5) % 12), 1 + (at % 9)),
  );

  const narrow = narrowLayout(layout);

  expect(narrow.map(({ widget }) => widget).sort()).toEqual(layout.map(({ widget }) => widget).sort());
  expect(narrow.flatMap((one, at) => narrow.slice(at + 1).filter((other) => isOver(one, other)))).toEqual([]);
});
