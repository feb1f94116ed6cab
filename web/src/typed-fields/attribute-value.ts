import { exactJson, exactNumber, parsedExactly } from "@heliograph/client";

export const valueKinds = ["text", "number", "boolean", "json"] as const;
export type ValueKind = (typeof valueKinds)[number];

export function kindOf(value: unknown): ValueKind {
  if (typeof value === "number" || typeof value === "bigint") return "number";
  if (typeof value === "boolean") return "boolean";
  return typeof value === "string" ? "text" : "json";
}

/** As it stands in the editor. */
export const editorText = (value: unknown): string => (typeof value === "string" ? value : exactJson(value, 2));

export type Parsed = { readonly value: unknown } | { readonly problem: "number" | "json" };

/** What was typed, as the chosen kind of value. */
export function parsedValue(kind: ValueKind, text: string): Parsed {
  switch (kind) {
    case "text":
      return { value: text };
    case "boolean":
      return { value: text === "true" };
    case "number":
      return text.trim() !== "" && Number.isFinite(Number(text))
        ? { value: exactNumber(text.trim()) }
        : { problem: "number" };
    case "json":
      return parsedJson(text);
  }
}

function parsedJson(text: string): Parsed {
  try {
    return { value: parsedExactly(text) };
  } catch {
    return { problem: "json" };
  }
}
