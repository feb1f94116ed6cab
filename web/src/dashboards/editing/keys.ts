/** What a key asks for on a widget that has the focus. */
export type Command =
  | { readonly kind: "move" | "resize"; readonly dx: number; readonly dy: number }
  | { readonly kind: "remove" | "open" | "toggle" | "clear" };

interface Pressed {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

const steps: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const plain: Readonly<Record<string, "remove" | "open" | "toggle" | "clear">> = {
  Delete: "remove",
  Backspace: "remove",
  Enter: "open",
  " ": "toggle",
  Escape: "clear",
};

/** Arrows move, with Shift they resize [DSH5]. */
export function commandOf({ key, shiftKey, ctrlKey, metaKey, altKey }: Pressed): Command | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  const step = Object.hasOwn(steps, key) ? steps[key] : undefined;
  if (step) return { kind: shiftKey ? "resize" : "move", dx: step[0], dy: step[1] };
  const kind = Object.hasOwn(plain, key) ? plain[key] : undefined;
  return kind && { kind };
}

export type Shortcut = "undo" | "redo" | "all" | "duplicate" | "save";

/** What works wherever one is in the editor, but while one writes. */
export function shortcutOf({ key, shiftKey, ctrlKey, metaKey, altKey }: Pressed): Shortcut | undefined {
  if (!(ctrlKey || metaKey) || altKey) return undefined;
  const letter = key.toLowerCase();
  if (letter === "z") return shiftKey ? "redo" : "undo";
  if (shiftKey) return undefined;
  const known: Readonly<Record<string, Shortcut>> = { y: "redo", a: "all", d: "duplicate", s: "save" };
  return Object.hasOwn(known, letter) ? known[letter] : undefined;
}
