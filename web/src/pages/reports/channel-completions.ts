/** Of keys with commas between them: how the last one may go on, and those before it that nobody sends. */
export function completions(
  text: string,
  known: readonly string[],
): { readonly offered: readonly string[]; readonly unknown: readonly string[] } {
  const parts = text.split(",").map((part) => part.trim());
  const [before, last = ""] = [parts.slice(0, -1), parts.at(-1)];
  const typed = last.toLowerCase();
  const fitting = known.filter((key) => !before.includes(key) && key.toLowerCase().includes(typed));
  const isBegun = fitting.length > 0 && !known.includes(last);
  const whole = isBegun ? before : parts;
  return {
    offered: fitting.map((key) => [...before, key].join(", ")),
    unknown: whole.filter((key) => key !== "" && !known.includes(key)),
  };
}
