/** A text of the server in the reader's words, where there are some for it. */
export function summaryText(summary: string, words: readonly (readonly [RegExp, string])[]): string {
  const [pattern, text] = words.find(([one]) => one.test(summary)) ?? [];
  return pattern && text ? summary.replace(pattern, text) : summary;
}
