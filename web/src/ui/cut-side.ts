/** A longer last part is cut itself: its beginning says more. */
const longestEnd = 24;

/** Whether a name has a last part that tells it from others, after a dot. */
export function isCutInFront(name: string): boolean {
  const dot = name.lastIndexOf(".");
  const end = name.length - dot - 1;
  return dot > 0 && end > 0 && end <= longestEnd && !/\s/.test(name);
}
