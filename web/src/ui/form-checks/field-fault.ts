import { createContext, use, useLayoutEffect } from "react";

/** What is wrong in the form around it, by the ids of its controls. */
export const FieldFaults = createContext<ReadonlyMap<string, string>>(new Map());

/** What the form around it says of this control. */
export const useFieldFault = (id: string): string | undefined => use(FieldFaults).get(id);

/** Ties what is wrong to the control, however that is drawn: it is read out with it. */
export function useMarkedWrong(id: string, problemId: string, isWrong: boolean): void {
  useLayoutEffect(() => {
    const control = isWrong ? document.getElementById(id) : null;
    const before = control?.getAttribute("aria-describedby") ?? null;
    if (!control || before?.split(" ").includes(problemId)) return undefined; // or it says so itself
    control.setAttribute("aria-invalid", "true");
    control.setAttribute("aria-describedby", [before, problemId].filter(Boolean).join(" "));
    return () => {
      control.removeAttribute("aria-invalid");
      if (before === null) control.removeAttribute("aria-describedby");
      else control.setAttribute("aria-describedby", before);
    };
  }, [id, problemId, isWrong]);
}
