import { createContext, type ReactNode, type RefObject, use, useEffect, useState } from "react";

const OnWallContext = createContext(false);

export const OnWall = ({ children }: { readonly children: ReactNode }) => (
  <OnWallContext value={true}>{children}</OnWallContext>
);

/** Whether what is drawn hangs on a wall: it fits the screen, and says what is worst. */
export const useOnWall = (): boolean => use(OnWallContext);

const gap = 8;
/** Lower rows would show nothing: the page is scrolled then. */
const lowestRow = 16;

/** How high a row is, with its gap, so that all rows fill the box; undefined where that does not matter. */
export function useFittedRow(box: RefObject<HTMLElement | null>, rows: number, isOnWall: boolean): number | undefined {
  const [height, setHeight] = useState<number>();
  useEffect(() => {
    const element = box.current;
    if (!element || !isOnWall) return undefined;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, isOnWall]);
  if (!isOnWall || !height || rows === 0) return undefined;
  return Math.max(lowestRow, (height + gap) / rows);
}
