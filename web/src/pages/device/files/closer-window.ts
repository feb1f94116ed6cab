import type { FileWindow } from "../../../api/files.ts";

type Span = Required<FileWindow>;

const lengthOf = ({ startTime, endTime }: Span): number => endTime - startTime;

/**
 * What is zoomed to: the same middle, and no closer than there is something to see. Undefined where one is that close
 * already: it would be a step without anything new, and Back would go through it.
 */
export function closerWindow(now: Span, asked: Span, least: number): Span | undefined {
  const isCloser = lengthOf(asked) < lengthOf(now);
  if (isCloser && lengthOf(now) <= least) return undefined;
  const missing = Math.max(0, least - lengthOf(asked)) / 2;
  return { startTime: asked.startTime - missing, endTime: asked.endTime + missing };
}
