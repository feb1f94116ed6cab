import { type KeyboardEvent, type PointerEvent, useId, useMemo, useRef } from "react";
import type { WidgetSurroundings } from "../widget-frame.tsx";
import { gridOf, layoutOf, widgetOf } from "./content.ts";
import { dragFrom } from "./drag.ts";
import { EditedWidget } from "./edited-widget.tsx";
import { type Edge, edges, inReadingOrder, moved, resized } from "./grid.ts";
import { commandOf } from "./keys.ts";
import { marqueeFrom } from "./marquee.ts";
import { useEditor, useEditorState } from "./use-editor.ts";
import { useEditorWords } from "./words/words.ts";

interface CanvasProps {
  readonly around: WidgetSurroundings;
  /** Into the settings of the chosen one. */
  readonly onOpen: () => void;
}

/** The page as it is laid out: pointer and keys move, resize and choose [DSH5]. */
export function Canvas({ around, onOpen }: CanvasProps) {
  const words = useEditorWords();
  const state = useEditorState();
  const grid = useRef<HTMLDivElement>(null);
  const helpId = useId();
  const { present } = state.history;
  const { look, selection } = state;
  const layout = useMemo(() => inReadingOrder(layoutOf(present, look)), [present, look]);
  const onPointerDown = usePointer(grid);
  const onKeyDown = useKeys(onOpen);
  const onClick = useTaps(onOpen);
  const onDoubleClick = (event: React.MouseEvent) => {
    if (widgetAt(event.target)) onOpen();
  };
  return (
    <>
      <p id={helpId} className="off-screen">
        {words.help}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is no grid */}
      <div
        ref={grid}
        className="widget-grid edit-grid"
        role="group"
        aria-label={words.canvas}
        data-narrow={look.isPhone || undefined}
        onPointerDown={onPointerDown}
        onClick={onClick}
        onDoubleClick={onDoubleClick}
        onKeyDown={onKeyDown}
      >
        {layout.map((place) => {
          const stored = widgetOf(present, place.widget);
          const isChosen = selection.has(place.widget);
          return (
            stored && (
              <EditedWidget
                key={place.widget}
                {...place}
                {...{ stored, isChosen, around, helpId }}
                isAlone={isChosen && selection.size === 1}
              />
            )
          );
        })}
      </div>
    </>
  );
}

const widgetAt = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>("[data-widget]")?.dataset["widget"] : undefined;

/** On what has to be set up before it shows anything: a button of its own, which is not the widget. */
const isOnSettings = (target: EventTarget): boolean =>
  target instanceof Element && target.closest("[data-settings]") !== null;

const edgeAt = (target: EventTarget): Edge | undefined => {
  const named = target instanceof HTMLElement ? target.dataset["edge"] : undefined;
  return edges.find((edge) => edge === named);
};

function usePointer(gridRef: React.RefObject<HTMLDivElement | null>) {
  const editor = useEditor();
  return (event: PointerEvent) => {
    const grid = gridRef.current;
    if (!grid || event.button !== 0 || isOnSettings(event.target)) return;
    const name = widgetAt(event.target);
    if (name === undefined) return marquee(event, grid);
    const { selection, look } = editor.state.get();
    const edge = edgeAt(event.target);
    const spec = gridOf(look);
    const { layout } = editor;
    const common = { grid, columns: spec.columns, layout };
    if (edge) {
      event.preventDefault();
      const layoutAt = (dx: number, dy: number) => resized(spec, layout, name, edge, dx, dy);
      const onEnd = (result: typeof layout | undefined) => result && editor.layOut([...result], "resized", [name]);
      return dragFrom(event, { ...common, layoutAt, onEnd, carried: new Set(), outlined: new Set([name]) });
    }
    if (event.shiftKey || event.ctrlKey || event.metaKey) return editor.toggle(name);
    const isChosen = selection.has(name);
    // On a touch screen one scrolls over what is not chosen.
    if (event.pointerType === "touch" && !isChosen) return;
    const carried = isChosen ? selection : new Set([name]);
    if (!isChosen) editor.select([name]); // settings that open now would move the page under the pointer
    dragFrom(event, {
      ...{ ...common, carried, outlined: carried },
      layoutAt: (dx, dy) => moved(spec, layout, carried, dx, dy),
      onEnd: (result, hasMoved) => {
        if (result) editor.layOut(result, "moved", [...carried]);
        else if (!hasMoved) editor.select([name], !isNarrowWindow());
      },
    });
  };

  /** With a mouse over the empty page; elsewhere it lets go. */
  function marquee(event: PointerEvent, grid: HTMLElement): void {
    const isMore = event.shiftKey;
    if (!isMore) editor.select([]);
    if (event.pointerType !== "mouse") return;
    event.preventDefault();
    const before = isMore ? editor.state.get().selection : new Set<string>();
    marqueeFrom(event.nativeEvent, grid, (names) => editor.select([...before, ...names]));
  }
}

/** A finger, or a screen reader: a mouse has chosen when it came down. */
function useTaps(onOpen: () => void) {
  const editor = useEditor();
  return ({ target, nativeEvent }: React.MouseEvent) => {
    const name = widgetAt(target);
    if (name !== undefined && isOnSettings(target)) {
      editor.select([name]);
      return onOpen();
    }
    const by = nativeEvent instanceof window.PointerEvent ? nativeEvent.pointerType : "";
    if (name === undefined || by === "mouse") return;
    if (by === "") editor.toggle(name);
    else editor.select([name]);
  };
}

/** There the settings cover the page: they open when they are asked for. */
export const isNarrowWindow = (): boolean => matchMedia("(max-width: 1000px)").matches;

function useKeys(onOpen: () => void) {
  const editor = useEditor();
  return (event: KeyboardEvent) => {
    const name = widgetAt(event.target);
    const command = commandOf(event);
    if (name === undefined || !command || isOnSettings(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
    const { selection } = editor.state.get();
    const chosen = selection.has(name) ? selection : new Set([name]);
    if (command.kind === "clear") return editor.select([]);
    if (command.kind === "toggle") return editor.toggle(name);
    if (!selection.has(name)) editor.select([name]);
    if (command.kind === "move") editor.move(chosen, command.dx, command.dy);
    else if (command.kind === "resize") editor.resize(name, command.dx, command.dy);
    else if (command.kind === "remove") removeAndGoOn(event.target, () => editor.remove(chosen));
    else {
      editor.open(name);
      onOpen();
    }
  };
}

/** Who removes by key goes on at the widget before it. */
function removeAndGoOn(target: EventTarget, remove: () => void): void {
  const grid = target instanceof Element ? target.closest(".edit-grid") : null;
  const covers = [...(grid?.querySelectorAll<HTMLElement>(".edit-cover") ?? [])];
  const at = target instanceof HTMLElement ? covers.indexOf(target) : 0;
  remove();
  requestAnimationFrame(() => {
    const left = [...(grid?.querySelectorAll<HTMLElement>(".edit-cover") ?? [])];
    left[Math.max(0, at - 1)]?.focus();
  });
}
