import type { Place } from "@heliograph/contract";
import { cellOf, Outlines } from "./drag.ts";
import { wideGrid } from "./grid.ts";

interface PaletteDrag {
  readonly grid: HTMLElement;
  readonly label: string;
  readonly size: { readonly w: number; readonly h: number };
  readonly onDrop: (place: Omit<Place, "widget">) => void;
}

/** So far a pointer may slip in a click. */
const slipPx = 4;

/** From the palette onto the page: a dashed place shows where it comes to stand. A click is no drag. */
export function dragFromPalette(start: PointerEvent, { grid, label, size, onDrop }: PaletteDrag): void {
  const ghost = document.createElement("div");
  ghost.className = "edit-ghost";
  ghost.textContent = label;
  const outlines = new Outlines(grid);
  let place: Omit<Place, "widget"> | undefined;
  const listening = new AbortController();
  const { signal } = listening;
  const onMove = (event: PointerEvent) => {
    if (!ghost.isConnected && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < slipPx) return;
    if (!ghost.isConnected) document.body.append(ghost);
    ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
    place = placeUnder(event, grid, size);
    if (place) outlines.draw([{ widget: "", ...place }]);
    else outlines.clear();
  };
  const end = (isDone: boolean) => {
    listening.abort();
    ghost.remove();
    outlines.clear();
    if (isDone && place) onDrop(place);
  };
  window.addEventListener("pointermove", onMove, { signal });
  window.addEventListener("pointerup", () => end(true), { signal });
  window.addEventListener("pointercancel", () => end(false), { signal });
  window.addEventListener("keydown", (event) => event.key === "Escape" && end(false), { signal });
}

/** The pointer holds it in the middle of its upper edge. */
function placeUnder({ clientX, clientY }: PointerEvent, grid: HTMLElement, { w, h }: PaletteDrag["size"]) {
  const { left, top, right } = grid.getBoundingClientRect();
  if (clientX < left || clientX > right || clientY < top - 40) return undefined;
  const cell = cellOf(grid, wideGrid.columns);
  const x = Math.round((clientX - left) / cell.w - w / 2);
  const y = Math.round((clientY - top) / cell.h - 1);
  return { x: Math.max(0, Math.min(x, wideGrid.columns - w)), y: Math.max(0, y), w, h };
}
