/** A text of the server in the reader's words, where there are some for it. */
export function summaryText(summary: string, words: readonly (readonly [RegExp, string])[]): string {
  const [pattern, text] = words.find(([one]) => one.test(summary)) ?? [];
  return plainAddresses(sentence(pattern && text ? summary.replace(pattern, text) : summary));
}

/** How reasons begin that the server also tells within sentences; what a device wrote itself stays as it is. */
const reason =
  /^(a newer|authentication|client identifier|message rate|more messages|no user name|nobody serves|not allowed|nothing heard|packet|payload|protocol version|quota|shared subscriptions|the connection|the device|the server|this filter|topic alias) ?/;

const sentence = (text: string): string => (reason.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text);

/** IPv4 as people write it, where a server that listens for both kinds tells it in the clothes of IPv6. */
export const plainAddresses = (text: string): string => text.replaceAll(/::ffff:(?=\d+\.)/gi, "");
