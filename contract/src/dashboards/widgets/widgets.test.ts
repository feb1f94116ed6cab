import { expect, test } from "vitest";
import { knownWidget, queriesOfWidget, widgetKinds } from "./index.ts";
import { migrated, widgetKind } from "./widget-kind.ts";

const asked = { texts: new Map([["what", "temperature"]]), width: 640 };

test("[DSH1] no two kinds of widgets have the same name", () => {
  const names = widgetKinds.map(({ kind }) => kind);

  expect([...new Set(names)]).toEqual(names);
});

test("[DSH1] options of an old version become those of the newest, step by step", () => {
  const kind = widgetKind({
    kind: "DIAL",
    defaults: { range: [0, 1] },
    steps: [({ scale }) => ({ max: scale }), ({ max }) => ({ range: [0, max] })],
  });

  expect(kind.version).toBe(3);
  expect(migrated(kind, 1, { scale: 120 })).toEqual({ range: [0, 120] });
  expect(migrated(kind, 2, { max: 80 })).toEqual({ range: [0, 80] });
  expect(migrated(kind, 3, { range: [1, 2] })).toEqual({ range: [1, 2] });
  expect([migrated(kind, 4, {}), migrated(kind, 0, {})]).toEqual([undefined, undefined]);
});

test("[DSH1] a widget of a kind or version that is not known is none, and is nothing that breaks", () => {
  expect(knownWidget({ kind: "HOLOGRAM", version: 1, options: {} })).toBeUndefined();
  expect(knownWidget({ kind: "TEXT", version: 2, options: {} })).toBeUndefined();
  expect(knownWidget({ kind: "TEXT", version: 1, title: "Note", options: { markdown: "a" } })).toEqual({
    ...{ kind: "TEXT", version: 1, title: "Note" },
    options: { markdown: "a" },
  });
});

test("[DSH4] a chart asks for one part of the time per pixel, its marks, and what was before", () => {
  const options = {
    devices: { kind: "VARIABLE" as const, name: "pumps" },
    channels: [{ key: "vibration" }, { variable: "what" }, { variable: "nothing" }],
    show: { alarms: true, files: true },
    shiftMs: 86_400_000,
  };

  expect(queriesOfWidget({ kind: "TIME_SERIES", version: 1, options }, asked)).toMatchObject({
    lines: { kind: "SERIES", keys: ["vibration", "temperature"], form: "ENVELOPE", buckets: 640 },
    before: { kind: "SERIES", shiftMs: 86_400_000 },
    alarms: { kind: "ALARMS", which: "IN_TIME" },
    files: { kind: "FILES" },
  });
});
