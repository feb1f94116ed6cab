/** A text of the server in the reader's words, where there are some for it. */
export function summaryText(summary: string, words: readonly (readonly [RegExp, string])[]): string {
  const [pattern, text] = words.find(([one]) => one.test(summary)) ?? [];
  return plainAddresses(pattern && text ? summary.replace(pattern, text) : summary);
}

/** IPv4 as people write it, where a server that listens for both kinds tells it in the clothes of IPv6. */
export const plainAddresses = (text: string): string => text.replaceAll(/::ffff:(?=\d+\.)/gi, "");
