import { type WidgetKind, widgetKinds } from "@heliograph/contract";
import { useState } from "react";
import { widgetEditings } from "../widgets/editing.ts";
import { newWidget } from "./new-widget.ts";
import { dragFromPalette } from "./palette-drag.ts";
import { useEditor } from "./use-editor.ts";
import { useEditorWords } from "./words/words.ts";

/** Every kind of widget with how it looks; found by its name [DSH5]. */
export function Palette({ onAdded }: { readonly onAdded: () => void }) {
  const words = useEditorWords();
  const [text, setText] = useState("");
  const wanted = text.trim().toLowerCase();
  const found = widgetKinds.filter(({ kind }) => words.kinds[kind].toLowerCase().includes(wanted));
  return (
    <section className="edit-palette" aria-label={words.palette}>
      <input
        type="search"
        aria-label={words.findWidget}
        placeholder={words.findWidget}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {found.length === 0 && <p className="soft">{words.noWidget}</p>}
      <div className="edit-kinds">
        {found.map(({ kind }) => (
          <KindButton key={kind} kind={kind} onAdded={onAdded} />
        ))}
      </div>
      <small className="edit-hint">{words.paletteHint}</small>
    </section>
  );
}

function KindButton({ kind, onAdded }: { readonly kind: WidgetKind; readonly onAdded: () => void }) {
  const words = useEditorWords();
  const editor = useEditor();
  const { sketch, size } = widgetEditings[kind];
  const add = (place?: Parameters<typeof editor.add>[2]) => {
    editor.add(newWidget(kind, editor.content.configuration), size, place);
    onAdded();
  };
  return (
    <button
      type="button"
      className="edit-kind"
      onClick={() => add()}
      onPointerDown={(event) => {
        const grid = document.querySelector<HTMLElement>(".edit-grid");
        const { isPhone } = editor.state.get().look;
        if (event.pointerType !== "mouse" || event.button !== 0 || !grid || isPhone) return;
        dragFromPalette(event.nativeEvent, { grid, size, label: words.kinds[kind], onDrop: add });
      }}
    >
      <svg viewBox="0 0 64 36" aria-hidden="true">
        <path d={sketch} />
      </svg>
      {words.kinds[kind]}
    </button>
  );
}
