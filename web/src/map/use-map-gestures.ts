import { type RefObject, useEffect, useRef } from "react";
import type { MapView } from "./use-map-view.ts";

interface Finger {
  readonly x: number;
  readonly y: number;
}

/** Of a turn of the wheel by one pixel. */
const wheelFactor = 1.002;
const doubleClickFactor = 2;
const keyZoom = 2;
/** A share of the view. */
const keyStep = 0.1;

const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-keyStep, 0],
  ArrowRight: [keyStep, 0],
  ArrowUp: [0, -keyStep],
  ArrowDown: [0, keyStep],
};

interface GestureTerms {
  /** On a page that is scrolled by one finger, a map is moved by two. */
  readonly byOneFinger: boolean;
}

/** A map is moved by dragging, brought closer by two fingers, by the wheel with Ctrl, by a double click and by keys. */
export function useMapGestures(box: RefObject<HTMLElement | null>, view: MapView, { byOneFinger }: GestureTerms) {
  const fingers = useRef(new Map<number, Finger>());
  useWheel(box, view);
  const shareOf = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): Finger => {
    const at = box.current?.getBoundingClientRect() ?? { left: 0, top: 0, width: 1, height: 1 };
    return { x: (clientX - at.left) / at.width, y: (clientY - at.top) / at.height };
  };
  const release = ({ pointerId }: React.PointerEvent) => fingers.current.delete(pointerId);
  return {
    onPointerDown: (event: React.PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || isControl(event.target)) return;
      fingers.current.set(event.pointerId, shareOf(event));
      if (event.pointerType !== "touch" || byOneFinger || fingers.current.size > 1)
        event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: React.PointerEvent) => {
      const before = fingers.current.get(event.pointerId);
      if (!before) return;
      const now = shareOf(event);
      fingers.current.set(event.pointerId, now);
      const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
      if (other) pinch(view, other, before, now);
      else if (event.pointerType !== "touch" || byOneFinger) view.move(before.x - now.x, before.y - now.y);
    },
    onPointerUp: release,
    onPointerCancel: release,
    onLostPointerCapture: release,
    onDoubleClick: (event: React.MouseEvent) => {
      const { x, y } = shareOf(event);
      if (!isControl(event.target)) view.zoom(doubleClickFactor, x, y);
    },
    onKeyDown: (event: React.KeyboardEvent) => {
      if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
      const way = arrows[event.key];
      if (way) view.move(...way);
      else if (event.key === "+") view.zoom(keyZoom);
      else if (event.key === "-") view.zoom(1 / keyZoom);
      else if (event.key === "0") view.showAll();
      else return;
      event.preventDefault();
    },
  };
}

/** Marks and buttons on the map are not the map. */
const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest("button, a, [data-own-drag]") !== null;

/** One of two fingers moved: what lies between them stays between them. */
function pinch(view: MapView, other: Finger, before: Finger, now: Finger): void {
  const apart = (finger: Finger) => Math.hypot(finger.x - other.x, finger.y - other.y);
  const middle = (finger: Finger) => ({ x: (finger.x + other.x) / 2, y: (finger.y + other.y) / 2 });
  const [from, to] = [middle(before), middle(now)];
  view.move(from.x - to.x, from.y - to.y);
  if (apart(before) > 0 && apart(now) > 0) view.zoom(apart(now) / apart(before), to.x, to.y);
}

/** With Ctrl, as pages are zoomed and as touch pads tell a pinch; else the page is scrolled. */
function useWheel(box: RefObject<HTMLElement | null>, view: MapView): void {
  const latest = useRef(view);
  useEffect(() => {
    latest.current = view;
  });
  useEffect(() => {
    const element = box.current;
    const turned = (event: WheelEvent) => {
      if (!(event.ctrlKey || event.metaKey) || !element) return;
      event.preventDefault();
      const { left, top, width, height } = element.getBoundingClientRect();
      const [x, y] = [(event.clientX - left) / width, (event.clientY - top) / height];
      latest.current.zoom(wheelFactor ** -event.deltaY, x, y);
    };
    element?.addEventListener("wheel", turned, { passive: false });
    return () => element?.removeEventListener("wheel", turned);
  }, [box]);
}
