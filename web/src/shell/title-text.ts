/** The nearest first: tabs of a browser show the beginning only. */
export const titleOf = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== "").join(" · ");
