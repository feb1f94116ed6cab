/** A sentence of a rule, and whether only one of two versions says it. */
interface ToldLine {
  readonly text: string;
  readonly change?: "added" | "removed";
}

/** What one version says and the other does not; what both say stands where it stands now. */
export function lineChanges(before: readonly string[], after: readonly string[]): readonly ToldLine[] {
  const [old, now] = [new Set(before), new Set(after)];
  return [
    ...before.filter((text) => !now.has(text)).map((text) => ({ text, change: "removed" as const })),
    ...after.map((text) => (old.has(text) ? { text } : { text, change: "added" as const })),
  ];
}

interface ChangedPart {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

const nothing = "–";

/** Each value that differs, by its place. */
export function partChanges(before: unknown, after: unknown): readonly ChangedPart[] {
  const [old, now] = [leavesOf(before), leavesOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((path) => old.get(path) !== now.get(path))
    .map((path) => ({ path, before: old.get(path) ?? nothing, after: now.get(path) ?? nothing }));
}

function leavesOf(value: unknown, path = ""): ReadonlyMap<string, string> {
  if (value === null || value === undefined) return new Map();
  if (typeof value !== "object") return new Map([[path, String(value)]]);
  const parts = Object.entries(value);
  return new Map(parts.flatMap(([name, part]) => [...leavesOf(part, path === "" ? name : `${path}.${name}`)]));
}
