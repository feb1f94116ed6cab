import { emptyConfiguration, type WidgetKind } from "@heliograph/contract";
import { expect, test } from "vitest";
import { newWidget } from "./new-widget.ts";
import { isWrong } from "./widget-problem.ts";

const configuration = emptyConfiguration();
const wrong = (kind: WidgetKind, options: Record<string, unknown>): boolean => {
  const begun = newWidget(kind, configuration);
  return isWrong({ ...begun, options: { ...begun.options, ...options } }, configuration);
};

test("[DSH5] what was just put on a page can be saved as it is", () => {
  const kinds = ["TIME_SERIES", "VALUE", "TABLE", "MAP", "TEXT", "CONTROL", "LINK", "EMBED", "IMAGE"] as const;

  expect(kinds.filter((kind) => wrong(kind, {}))).toEqual([]);
});

test("[DSH5] what the server would refuse is known before it is sent", () => {
  expect(wrong("VALUE", { devices: { kind: "DEVICES", deviceIds: [] } })).toBe(true);
  expect(wrong("VALUE", { devices: { kind: "VARIABLE", name: "nobody" } })).toBe(true);
  expect(wrong("VALUE", { channel: { key: "" } })).toBe(true);
  expect(wrong("GAUGE", { min: 5, max: 5 })).toBe(true);
  expect(wrong("LINK", { url: "javascript:alert(1)" })).toBe(true);
  expect(wrong("EMBED", { url: "http://example.org" })).toBe(true);
  expect(wrong("CONTROL", { writes: "RPC" })).toBe(true);
});

test("a widget is about the devices of the dashboard's variable", () => {
  const about = { ...configuration, variables: [{ kind: "DEVICE" as const, name: "pumps" }] };

  expect(newWidget("VALUE", about).options).toEqual({ devices: { kind: "VARIABLE", name: "pumps" } });
  expect(newWidget("TEXT", about).options).toEqual({ markdown: "" });
});

test("what a newer version made is not judged", () => {
  expect(isWrong({ kind: "HOLOGRAM", version: 7, options: {} }, configuration)).toBe(false);
});
