import { useLocation } from "@tanstack/react-router";
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/** How far lists were scrolled, by their step of the history. */
const places = new Map<string, number>();
/** More steps than anybody goes back. */
const placesKept = 100;

function keep(step: string, place: number): void {
  places.delete(step);
  places.set(step, place);
  const [oldest] = places.keys();
  if (places.size > placesKept && oldest !== undefined) places.delete(oldest);
}

interface ListPlace {
  /** How far to scroll at first. */
  readonly first: number;
  /** Told with each drawing how far the list is scrolled: to ask the browser for it costs a layout. */
  readonly note: (offset: number | null) => void;
}

/** Whoever comes back finds the list where it was left; `height` is another one when its rows are known. */
export function useListPlace(scroll: RefObject<HTMLElement | null>, height: number): ListPlace {
  const step = useLocation({ select: ({ state }) => state.__TSR_key ?? "" });
  const wanted = useRef(places.get(step));
  const first = useRef(wanted.current ?? 0);
  const last = useRef(first.current);
  // biome-ignore lint/correctness/useExhaustiveDependencies: again when there is more to scroll
  useLayoutEffect(() => {
    const [list, place] = [scroll.current, wanted.current];
    if (!list || place === undefined) return;
    list.scrollTop = place;
    if (Math.abs(list.scrollTop - place) < 1) wanted.current = undefined;
  }, [height]);
  useEffect(() => () => keep(step, wanted.current ?? last.current), [step]);
  return {
    first: first.current,
    note: (offset) => {
      last.current = offset ?? last.current;
    },
  };
}
