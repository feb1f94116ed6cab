import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { Icon } from "../../ui/icon.tsx";
import { Segments } from "../../ui/segments.tsx";
import type { DashboardSearch } from "../dashboard-search.ts";
import { unsavedCount } from "./editor.ts";
import { useEditor, useEditorState } from "./use-editor.ts";
import { useEditorWords } from "./words/words.ts";

interface EditorHeadProps {
  readonly dashboardId: string;
  readonly search: DashboardSearch;
  readonly isSaving: boolean;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
  readonly children?: React.ReactNode;
}

const titleLength = 255;

/** What is edited, how much of it is not saved, and the ways out. */
export function EditorHead({ dashboardId, search, isSaving, onSave, onDiscard, children }: EditorHeadProps) {
  const words = useEditorWords();
  const editor = useEditor();
  const state = useEditorState();
  const { present, past, future } = state.history;
  const unsaved = useMemo(() => unsavedCount(state), [state]);
  return (
    <header className="edit-head">
      <h1 className="off-screen">
        {words.editing}: {present.title}
      </h1>
      <span className="badge accent">
        <Icon name="edit" size={14} /> {words.editing}
      </span>
      <input
        className="edit-title"
        aria-label={words.name}
        value={present.title}
        maxLength={titleLength}
        required
        onChange={({ target }) => editor.change({ ...present, title: target.value }, "title", "title")}
        onBlur={() => editor.part()}
      />
      <span className="soft edit-unsaved">{unsaved === 0 ? words.allSaved : words.unsaved(unsaved)}</span>
      <div className="row edit-tools">
        <StepButton direction="undo" isOff={past.length === 0} onPress={() => editor.undo()} />
        <StepButton direction="redo" isOff={future.length === 0} onPress={() => editor.redo()} />
        <Segments
          label={words.preview}
          options={[["wide", words.wide] as const, ["phone", words.phone] as const]}
          value={state.look.isPhone ? "phone" : "wide"}
          onChange={(look) => editor.look({ isPhone: look === "phone" })}
        />
        {children}
        {unsaved > 0 ? (
          <button type="button" className="button" onClick={onDiscard}>
            {words.discard}
          </button>
        ) : (
          <Link className="button" to="/dashboards/$dashboardId" params={{ dashboardId }} search={search}>
            {words.leave}
          </Link>
        )}
        <button
          type="button"
          className="button primary"
          disabled={unsaved === 0 || isSaving || present.title.trim() === ""}
          onClick={onSave}
        >
          {words.save}
        </button>
      </div>
    </header>
  );
}

interface StepButtonProps {
  readonly direction: "undo" | "redo";
  readonly isOff: boolean;
  readonly onPress: () => void;
}

function StepButton({ direction, isOff, onPress }: StepButtonProps) {
  const words = useEditorWords();
  return (
    <button
      type="button"
      className="button square"
      aria-label={words[direction]}
      title={words[direction]}
      disabled={isOff}
      onClick={onPress}
    >
      <Icon name={direction} />
    </button>
  );
}
