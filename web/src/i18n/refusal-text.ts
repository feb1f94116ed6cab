import type { ApiError } from "@heliograph/client";

interface Told extends Pick<ApiError, "code" | "params"> {
  readonly message?: string;
}

/**
 * A refusal in the reader's words, or undefined where there are none: then the server's count, which are English. Where
 * only these say what exactly is wrong, they are part of the text as `{message}`.
 */
export function refusalText(texts: Readonly<Record<string, string>>, refusal: Told) {
  const { code, params, message } = refusal;
  if (code === undefined) return undefined;
  const text = texts[`${code}.${params["kind"]}`] ?? texts[code];
  return text && filledIn(text, message === undefined ? params : { ...params, message });
}

/** Undefined where something is not told that the text names: a server of another version may tell less. */
function filledIn(text: string, params: Readonly<Record<string, string>>): string | undefined {
  const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  if (names.some((name) => params[name] === undefined)) return undefined;
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "");
}
