/** Whether a key is a pattern: each `*` in it stands for any characters. */
export const isPattern = (key: string): boolean => key.includes("*");

/**
 * What the stars of a pattern stand for in a key, or undefined where it does not fit. Parts are found from the left, one
 * after another: the time grows with the length of the key, however many stars there are; a regular expression would try
 * every way to share the key out among them.
 */
export type KeyMatcher = (key: string) => readonly string[] | undefined;

export function keyMatcher(pattern: string): KeyMatcher {
  const [first = "", ...others] = pattern.split("*");
  const last = others.pop();
  if (last === undefined) return (key) => (key === pattern ? [] : undefined);
  return (key) => {
    if (!key.startsWith(first) || !key.endsWith(last)) return undefined;
    const end = key.length - last.length;
    let at = first.length;
    const stars: string[] = [];
    for (const part of others) {
      const found = key.indexOf(part, at);
      if (found < 0 || found + part.length > end) return undefined;
      stars.push(key.slice(at, found));
      at = found + part.length;
    }
    if (at > end) return undefined;
    return [...stars, key.slice(at, end)];
  };
}
