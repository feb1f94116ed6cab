import { expect, test } from "vitest";
import { commandOf, shortcutOf } from "./keys.ts";

const pressed = (key: string, held: Partial<Record<"shiftKey" | "ctrlKey" | "metaKey" | "altKey", true>> = {}) => ({
  ...{ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false },
  ...held,
});

test("[DSH5] arrows move, with Shift they resize; with Alt they are the browser's", () => {
  expect(commandOf(pressed("ArrowLeft"))).toEqual({ kind: "move", dx: -1, dy: 0 });
  expect(commandOf(pressed("ArrowDown", { shiftKey: true }))).toEqual({ kind: "resize", dx: 0, dy: 1 });
  expect(commandOf(pressed("ArrowLeft", { altKey: true }))).toBeUndefined();
  expect(commandOf(pressed("Delete"))).toEqual({ kind: "remove" });
  expect(commandOf(pressed("toString"))).toBeUndefined();
});

test("[DSH5] Ctrl+Z takes back, Ctrl+Shift+Z and Ctrl+Y do it again", () => {
  expect(shortcutOf(pressed("z", { ctrlKey: true }))).toBe("undo");
  expect(shortcutOf(pressed("Z", { ctrlKey: true, shiftKey: true }))).toBe("redo");
  expect(shortcutOf(pressed("y", { metaKey: true }))).toBe("redo");
  expect(shortcutOf(pressed("z"))).toBeUndefined();
});
