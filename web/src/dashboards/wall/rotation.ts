/** Where a wall display is on its way through its pages. */
export interface Rotation {
  /** Which page. */
  readonly at: number;
  /** Seconds until the next one. */
  readonly left: number;
  readonly isPaused: boolean;
}

export type RotationStep = "second" | "next" | "previous" | "pause";

/** The next state; `hasEnded` when the last page has had its time: whoever has more dashboards goes on with the next. */
export function rotated(
  before: Rotation,
  step: RotationStep,
  pages: number,
  seconds: number,
): { readonly rotation: Rotation; readonly hasEnded: boolean } {
  const staying = (rotation: Rotation) => ({ rotation, hasEnded: false });
  if (step === "pause") return staying({ ...before, isPaused: !before.isPaused });
  if (step === "previous") return staying({ ...before, at: (before.at - 1 + pages) % pages, left: seconds });
  if (step === "second" && (before.isPaused || seconds === 0)) return staying(before);
  if (step === "second" && before.left > 1) return staying({ ...before, left: before.left - 1 });
  const at = (before.at + 1) % pages;
  return { rotation: { ...before, at, left: seconds }, hasEnded: at === 0 };
}
