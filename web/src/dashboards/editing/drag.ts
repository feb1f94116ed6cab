import type { Place } from "@heliograph/contract";

/** A row with the gap below it, as the style sheet has it. */
export const rowHeight = 24;
const gap = 8;

/** So far a pointer may slip in a click. */
const slipPx = 4;
/** So near to the edge of the window the page moves along, by so much a frame. */
const [edgePx, scrollPx] = [56, 14];

interface Pointer {
  readonly clientX: number;
  readonly clientY: number;
  readonly pointerId: number;
}

interface Dragging {
  readonly grid: HTMLElement;
  readonly columns: number;
  readonly layout: readonly Place[];
  /** Those that follow the pointer; none where only sizes change. */
  readonly carried: ReadonlySet<string>;
  /** Where the outline of the result is drawn. */
  readonly outlined: ReadonlySet<string>;
  /** The layout with the pointer so many cells further. */
  readonly layoutAt: (dx: number, dy: number) => Place[];
  /** Undefined where it was given up, or nothing moved. */
  readonly onEnd: (layout: Place[] | undefined, hasMoved: boolean) => void;
}

export const cellOf = (grid: HTMLElement, columns: number) => ({ w: (grid.clientWidth + gap) / columns, h: rowHeight });

/**
 * Follows a pointer until it is let go. What moves is written to the elements themselves, once a frame at most: nothing is drawn
 * anew by React before the end, so that fifty charts stay where they are [DSH5].
 */
export function dragFrom(start: Pointer, dragging: Dragging): void {
  const { grid, layout, carried, layoutAt, onEnd } = dragging;
  const cell = cellOf(grid, dragging.columns);
  const elements = elementsIn(grid);
  const outlines = new Outlines(grid);
  const startedAt = { x: start.clientX, y: start.clientY + window.scrollY };
  let pointer: Pointer = start;
  let shown: Place[] | undefined;
  let cells = [0, 0];
  let frame = 0;
  let hasMoved = false;

  const draw = () => {
    frame = 0;
    const [x, y] = [pointer.clientX - startedAt.x, pointer.clientY + window.scrollY - startedAt.y];
    if (!hasMoved && Math.hypot(x, y) < slipPx) return;
    hasMoved = true;
    for (const name of carried) carry(elements.get(name), x, y);
    const next = [Math.round(x / cell.w), Math.round(y / cell.h)];
    if (!shown || next[0] !== cells[0] || next[1] !== cells[1]) {
      cells = next;
      const before = shown ?? layout;
      shown = layoutAt(next[0] ?? 0, next[1] ?? 0);
      showLayout(elements, shown, carried, before);
      outlines.draw(shown.filter(({ widget }) => dragging.outlined.has(widget)));
    }
    if (scrolled(pointer)) later();
  };
  const later = () => {
    frame ||= requestAnimationFrame(draw);
  };
  const onMove = (event: PointerEvent) => {
    if (event.pointerId !== start.pointerId) return;
    pointer = event;
    later();
  };
  const end = (result: Place[] | undefined) => {
    listening.abort();
    cancelAnimationFrame(frame);
    outlines.clear();
    for (const name of carried) carry(elements.get(name), 0, 0);
    if (!result) showLayout(elements, layout, new Set());
    onEnd(result, hasMoved);
  };
  const listening = new AbortController();
  const { signal } = listening;
  window.addEventListener("pointermove", onMove, { signal });
  window.addEventListener("pointerup", (event) => event.pointerId === start.pointerId && end(shown), { signal });
  window.addEventListener("pointercancel", () => end(undefined), { signal });
  window.addEventListener("blur", () => end(undefined), { signal });
  window.addEventListener("keydown", (event) => onEscape(event, () => end(undefined)), { signal, capture: true });
}

function onEscape(event: KeyboardEvent, giveUp: () => void): void {
  if (event.key !== "Escape") return;
  event.preventDefault();
  event.stopPropagation();
  giveUp();
}

/** Whether the page moved along. */
function scrolled({ clientY }: Pointer): boolean {
  const by = clientY < edgePx ? -scrollPx : clientY > window.innerHeight - edgePx ? scrollPx : 0;
  if (by === 0) return false;
  const before = window.scrollY;
  window.scrollBy(0, by);
  return window.scrollY !== before;
}

const elementsIn = (grid: HTMLElement): ReadonlyMap<string, HTMLElement> =>
  new Map(
    [...grid.querySelectorAll<HTMLElement>("[data-widget]")].map((one) => [one.dataset["widget"] ?? "", one] as const),
  );

function carry(element: HTMLElement | undefined, x: number, y: number): void {
  if (!element) return;
  element.style.transform = x === 0 && y === 0 ? "" : `translate(${x}px, ${y}px)`;
  element.toggleAttribute("data-carried", x !== 0 || y !== 0);
}

export const placeStyle = ({ x, y, w, h }: Omit<Place, "widget">) => ({
  gridColumn: `${x + 1} / span ${w}`,
  gridRow: `${y + 1} / span ${h}`,
});

function showLayout(
  elements: ReadonlyMap<string, HTMLElement>,
  layout: readonly Place[],
  except: ReadonlySet<string>,
  before: readonly Place[] = [],
): void {
  for (const [at, place] of layout.entries()) {
    // Layouts keep their order, and what did not move is the same place.
    const isThere = except.has(place.widget) || isSame(place, before[at]);
    const element = isThere ? undefined : elements.get(place.widget);
    if (element) Object.assign(element.style, placeStyle(place));
  }
}

const isSame = (one: Place, other: Place | undefined): boolean =>
  one.x === other?.x && one.y === other.y && one.w === other.w && one.h === other.h;

/** Dashed places that show the result. */
export class Outlines {
  readonly #grid: HTMLElement;
  #drawn: HTMLElement[] = [];

  constructor(grid: HTMLElement) {
    this.#grid = grid;
  }

  draw(places: readonly Place[]): void {
    this.clear();
    this.#drawn = places.map((place) => {
      const element = document.createElement("div");
      element.className = "edit-outline";
      element.textContent = `${place.w} × ${place.h}`;
      Object.assign(element.style, placeStyle(place));
      this.#grid.append(element);
      return element;
    });
  }

  clear(): void {
    for (const element of this.#drawn) element.remove();
    this.#drawn = [];
  }
}
