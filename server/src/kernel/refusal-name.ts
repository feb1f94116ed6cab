import type { AppError } from "./errors.ts";

/** Longer ones are cut: no header grows with what a caller sent. */
const longestParam = 255;

/** Which refusal it is and what its message names, so that a page can say it in the language of its reader [API2]. */
export function refusalName({ code, params }: Pick<AppError, "code" | "params">): string {
  const named = Object.entries(params).map(([name, value]) => [name, String(value).slice(0, longestParam)]);
  return named.length === 0 ? code : `${code}?${new URLSearchParams(named)}`;
}
