interface PartWords {
  readonly parts: Readonly<Record<string, string>>;
  readonly leaves: Readonly<Record<string, string>>;
}

/** "steps.0.when.value" as "Severity 1: limit"; what has no word keeps its name. */
export function partText(path: string, { parts, leaves }: PartWords): string {
  const [top = "", ...rest] = path.split(".");
  const number = /^\d+$/.test(rest[0] ?? "") ? ` ${Number(rest[0]) + 1}` : "";
  const leaf = rest.filter((one) => !/^\d+$/.test(one)).at(-1);
  const place = `${parts[top] ?? top}${number}`;
  return leaf === undefined ? place : `${place}: ${leaves[leaf] ?? leaf}`;
}
