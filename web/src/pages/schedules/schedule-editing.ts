import { createContext, use } from "react";
import type { ScheduleDraft } from "./schedule-draft.ts";

interface ScheduleEditing {
  readonly draft: ScheduleDraft;
  /** Undefined where one may only look. */
  readonly change: ((part: Partial<ScheduleDraft>) => void) | undefined;
}

const ScheduleEditingContext = createContext<ScheduleEditing | undefined>(undefined);

export const ScheduleEditingProvider = ScheduleEditingContext.Provider;

/** The schedule that the chips around are parts of. */
export function useScheduleEditing(): ScheduleEditing {
  const editing = use(ScheduleEditingContext);
  if (!editing) throw new Error("a part of a schedule outside of one");
  return editing;
}
