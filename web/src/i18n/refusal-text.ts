import type { ApiError } from "@heliograph/client";

/** A refusal in the reader's words, or undefined where there are none: then the server's count. */
export function refusalText(texts: Readonly<Record<string, string>>, refusal: Pick<ApiError, "code" | "params">) {
  const { code, params } = refusal;
  if (code === undefined) return undefined;
  const text = texts[`${code}.${params["kind"]}`] ?? texts[code];
  return text && filledIn(text, params);
}

/** Undefined where something is not told that the text names: a server of another version may tell less. */
function filledIn(text: string, params: Readonly<Record<string, string>>): string | undefined {
  const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  if (names.some((name) => params[name] === undefined)) return undefined;
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "");
}
