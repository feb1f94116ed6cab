import { type DashboardContent, isAlike } from "@heliograph/contract";

/** What was done in one step, for the words of "undo". */
export type StepKind =
  | "moved"
  | "resized"
  | "added"
  | "removed"
  | "changed"
  | "aligned"
  | "pasted"
  | "tidied"
  | "page"
  | "variable"
  | "title"
  | "time"
  | "phone"
  | "merged";

interface Step {
  readonly content: DashboardContent;
  readonly kind: StepKind;
}

/** What a dashboard was before each step, and what it was before it was taken back. */
export interface History {
  readonly present: DashboardContent;
  /** The last one is what was there before the last step. */
  readonly past: readonly Step[];
  readonly future: readonly Step[];
  /** Steps of the same name that follow each other are one: a word is undone, not a letter. */
  readonly joining?: string | undefined;
}

/** As far back as anybody goes; a dashboard may be large. */
const stepsAtMost = 200;

export const historyOf = (present: DashboardContent): History => ({ present, past: [], future: [] });

/** One step further; one that changes nothing is none. */
export function stepped(history: History, content: DashboardContent, kind: StepKind, joining?: string): History {
  if (isAlike(history.present, content)) return history;
  const isJoined = joining !== undefined && joining === history.joining;
  const past = isJoined ? history.past : [...history.past, { content: history.present, kind }].slice(-stepsAtMost);
  return { present: content, past, future: [], joining };
}

/** The same with nothing to be joined to: somebody went elsewhere meanwhile. */
export const parted = (history: History): History =>
  history.joining === undefined ? history : { ...history, joining: undefined };

export function undone({ present, past, future }: History): History | undefined {
  const last = past.at(-1);
  if (!last) return undefined;
  return { present: last.content, past: past.slice(0, -1), future: [{ content: present, kind: last.kind }, ...future] };
}

export function redone({ present, past, future }: History): History | undefined {
  const [next, ...others] = future;
  if (!next) return undefined;
  return { present: next.content, past: [...past, { content: present, kind: next.kind }], future: others };
}
