import { useState } from "react";
import { dateTimeText } from "../../format/time.ts";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { inOrder, type Note } from "./note-edits.ts";
import { useNoteWords } from "./words.ts";

interface NoteListProps {
  readonly notes: readonly Note[];
  readonly onGo: (note: Note) => void;
  /** For who may. */
  readonly onChange?: (note: Note) => void;
  readonly onDelete?: (note: Note) => Promise<unknown>;
}

export function NoteList({ notes, ...does }: NoteListProps) {
  const w = useNoteWords();
  if (notes.length === 0) return <p className="soft">{w.none}</p>;
  return (
    <ul className="note-list">
      {inOrder(notes).map((note) => (
        <NoteRow key={JSON.stringify(note)} note={note} {...does} />
      ))}
    </ul>
  );
}

interface NoteRowProps extends Omit<NoteListProps, "notes"> {
  readonly note: Note;
}

function NoteRow({ note, onGo, onChange, onDelete }: NoteRowProps) {
  const m = useMessages();
  const w = useNoteWords();
  const locale = useLocale();
  const [isAsked, setAsked] = useState(false);
  const { startTs, endTs, text, colour } = note;
  return (
    <li style={colour === undefined ? undefined : { borderInlineStartColor: colour }}>
      <p className="break">{text}</p>
      <small className="soft">
        {dateTimeText(startTs, locale)}
        {endTs !== undefined && ` – ${dateTimeText(endTs, locale)}`}
      </small>
      <span className="row">
        <button type="button" className="button" onClick={() => onGo(note)}>
          {m.dashboards.goThere}
        </button>
        {onChange && (
          <button type="button" className="button" onClick={() => onChange(note)}>
            {m.common.edit}
          </button>
        )}
        {onDelete && (
          <button type="button" className="button danger" onClick={() => setAsked(true)}>
            {m.common.delete}
          </button>
        )}
      </span>
      {isAsked && onDelete && (
        <Confirm
          title={w.deleteTitle}
          text={text}
          action={m.common.delete}
          onConfirm={() => onDelete(note)}
          onClose={() => setAsked(false)}
        />
      )}
    </li>
  );
}
