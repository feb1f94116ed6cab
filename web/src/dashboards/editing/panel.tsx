import { knownWidget, type StoredWidget, type WidgetOptions } from "@heliograph/contract";
import { type ComponentType, type KeyboardEvent, type RefObject, useEffect } from "react";
import { TextEdit } from "../../pages/device-types/edit-fields.tsx";
import { Icon } from "../../ui/icon.tsx";
import { widgetEditings } from "../widgets/editing.ts";
import type { WidgetFormProps } from "../widgets/widget-editing.ts";
import { widgetOf } from "./content.ts";
import { Section } from "./fields/section.tsx";
import { filledIn, withField } from "./fields/with-field.ts";
import { useEditor, useEditorState } from "./use-editor.ts";
import { kindName } from "./widget-name.ts";
import { useEditorWords } from "./words/words.ts";

/** The settings of the chosen widget. What is changed counts at once, and undo takes it back: nothing is lost by leaving. */
export function Panel({ panel }: { readonly panel: RefObject<HTMLElement | null> }) {
  const words = useEditorWords();
  const editor = useEditor();
  const { selection, history, isOpen } = useEditorState();
  const [name] = selection;
  const stored = name !== undefined && selection.size === 1 ? widgetOf(history.present, name) : undefined;
  if (!stored || name === undefined || !isOpen) return null;
  const leave = () => {
    focusWidget(name);
    editor.close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    leave();
  };
  return (
    <aside
      ref={panel}
      className="edit-panel"
      aria-label={words.settings}
      onKeyDown={onKeyDown}
      onFocusCapture={() => editor.part()}
    >
      <header className="row between">
        <h2>{kindName(stored, words)}</h2>
        <button type="button" className="button ghost square" aria-label={words.closeSettings} onClick={leave}>
          <Icon name="close" />
        </button>
      </header>
      <WidgetSettings key={name} {...{ name, stored }} />
    </aside>
  );
}

export function focusWidget(name: string): void {
  const item = [...document.querySelectorAll<HTMLElement>("[data-widget]")].find(
    (one) => one.dataset["widget"] === name,
  );
  item?.querySelector<HTMLElement>(".edit-cover")?.focus();
}

function WidgetSettings({ name, stored }: { readonly name: string; readonly stored: StoredWidget }) {
  const words = useEditorWords();
  const editor = useEditor();
  const widget = knownWidget(stored);
  useEffect(() => () => editor.part(), [editor]);
  if (!widget) return <p className="note">{words.fields.unknown}</p>;
  const Form = widgetEditings[widget.kind].Form as ComponentType<WidgetFormProps>; // of its own kind
  const set = (next: StoredWidget) => editor.setWidget(name, next);
  return (
    <>
      <Section title={words.fields.title}>
        <TextEdit
          label={words.fields.title}
          hint={words.fields.titleHint}
          value={stored.title}
          onChange={(title) => set(withField(stored, "title", filledIn(title)))}
        />
      </Section>
      <Form
        options={widget.options}
        onChange={(options: WidgetOptions) => set({ ...stored, version: widget.version, options: { ...options } })}
      />
    </>
  );
}
