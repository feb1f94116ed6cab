import { type RefObject, useEffect, useState } from "react";

/** To the next hundred: not every pixel of a window that is being resized is worth another question. */
export function useWidth(box: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = () => setWidth(Math.ceil(element.clientWidth / 100) * 100);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [box]);
  return width;
}
