import { type RefObject, useEffect } from "react";

/** While it is there, nothing beside it can be reached: not by Tab, not by a reader of the screen. */
export function useAlone(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const others = box.current ? besides(box.current) : [];
    for (const other of others) other.inert = true;
    return () => {
      for (const other of others) other.inert = false;
    };
  }, [box]);
}

/** What stands beside it or beside whatever holds it, and can be reached now. */
function besides(element: Element): readonly HTMLElement[] {
  const { parentElement } = element;
  if (!parentElement || element === document.body) return [];
  const siblings = [...parentElement.children].filter(
    (one) => one !== element && one instanceof HTMLElement && !one.inert,
  );
  return [...(siblings as HTMLElement[]), ...besides(parentElement)];
}
