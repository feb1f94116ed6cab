import { type DashboardContent, dashboardBounds } from "@heliograph/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { numberText } from "../../format/number.ts";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { toast } from "../../ui/toast.tsx";
import { dashboardSaved } from "../dashboard-saved.ts";
import { savedOnNewest } from "../saved-on-newest.ts";
import { useShownDashboard } from "../shown-dashboard.tsx";
import { type Note, withNote, withoutNote } from "./note-edits.ts";
import { NoteForm } from "./note-form.tsx";
import { NoteList } from "./note-list.tsx";
import { useNoteWords } from "./words.ts";

interface NotesDialogProps {
  /** The chart whose menu it was. */
  readonly widget: string;
  readonly title: string;
  /** What is looked at. */
  readonly from: number;
  readonly to: number;
  readonly onZoom: (from: number, to: number) => void;
  readonly onClose: () => void;
}

/** Reads the notes of a dashboard whole; who may change it writes, changes and deletes them [DSH3]. */
export function NotesDialog({ widget, title, from, to, onZoom, onClose }: NotesDialogProps) {
  const w = useNoteWords();
  const { annotations = [], editableId } = useShownDashboard() ?? {};
  const [writing, setWriting] = useState<{ readonly before?: Note }>();
  const save = useSaveNotes(editableId);
  const goTo = (note: Note) => {
    onZoom(...around(note, to - from));
    onClose();
  };
  return (
    <Dialog title={w.title(title)} onClose={onClose}>
      {writing ? (
        <NoteForm
          note={writing.before ?? { startTs: firstMoment(from, to), text: "" }}
          send={async (note) => {
            await save((content) => withNote(content, widget, note, writing.before));
            setWriting(undefined);
          }}
          onCancel={() => setWriting(undefined)}
        />
      ) : (
        <div className="notes">
          <p className="soft">{editableId === undefined ? w.readText : w.text}</p>
          {editableId !== undefined && <WriteButton count={annotations.length} onWrite={() => setWriting({})} />}
          <NoteList
            notes={annotations}
            onGo={goTo}
            {...(editableId !== undefined && {
              onChange: (before: Note) => setWriting({ before }),
              onDelete: (note: Note) => save((content) => withoutNote(content, note)),
            })}
          />
        </div>
      )}
    </Dialog>
  );
}

function WriteButton({ count, onWrite }: { readonly count: number; readonly onWrite: () => void }) {
  const w = useNoteWords();
  const locale = useLocale();
  if (count >= dashboardBounds.annotations)
    return <p role="status">{w.full(numberText(dashboardBounds.annotations, locale))}</p>;
  return (
    <button type="button" className="button primary" onClick={onWrite}>
      <Icon name="plus" /> {w.write}
    </button>
  );
}

function useSaveNotes(dashboardId: string | undefined) {
  const m = useMessages();
  const client = useQueryClient();
  return async (change: (content: DashboardContent) => DashboardContent) => {
    if (dashboardId === undefined) return;
    dashboardSaved(client, await savedOnNewest(dashboardId, change));
    toast(m.common.saved);
  };
}

/** A page that goes on with the time is drawn anew so often at least. */
const presentMs = 60_000;

/** Now, where that is looked at; else the middle of what is. */
function firstMoment(from: number, to: number): number {
  const now = Date.now();
  return from <= now && now <= to + presentMs ? now : Math.round((from + to) / 2);
}

/** The note in the middle, with as much around it as was shown, or as much as it took. */
function around({ startTs, endTs = startTs }: Note, shown: number): [number, number] {
  const [middle, half] = [(startTs + endTs) / 2, Math.max(shown / 2, endTs - startTs)];
  return [Math.round(middle - half), Math.round(middle + half)];
}
