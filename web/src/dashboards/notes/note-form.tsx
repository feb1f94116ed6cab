import { dashboardBounds } from "@heliograph/contract";
import { useState } from "react";
import { localInputMs, localInputText } from "../../format/time.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { CheckEdit } from "../../pages/device-types/edit-fields.tsx";
import { Field, TextField, textOf } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { FormProblem } from "../../ui/form-problem.ts";
import type { NoteWords } from "./en.ts";
import type { Note } from "./note-edits.ts";
import { useNoteWords } from "./words.ts";

const firstColour = "#17809c";

interface NoteFormProps {
  readonly note: Note;
  readonly send: (note: Note) => Promise<unknown>;
  readonly onCancel: () => void;
}

/** Writes a note or changes one. */
export function NoteForm({ note, send, onCancel }: NoteFormProps) {
  const m = useMessages();
  const w = useNoteWords();
  const [colour, setColour] = useState(note.colour);
  return (
    <Form action={m.common.save} send={(form) => send(noteIn(form, colour, note, w))} onCancel={onCancel} looksItself>
      <Field label={w.what}>
        {(id) => (
          <textarea
            id={id}
            name="text"
            className="note-text"
            rows={3}
            defaultValue={note.text}
            maxLength={dashboardBounds.lettersOfNote}
            // biome-ignore lint/a11y/noAutofocus: what somebody who writes a note begins with
            autoFocus
          />
        )}
      </Field>
      <div className="form-pair">
        <TextField type="datetime-local" name="from" label={w.from} value={localInputText(note.startTs)} />
        <TextField
          type="datetime-local"
          name="until"
          label={w.until}
          hint={w.untilHint}
          value={note.endTs === undefined ? "" : localInputText(note.endTs)}
        />
      </div>
      <CheckEdit
        label={w.ownColour}
        value={colour !== undefined}
        onChange={(isOwn) => setColour(isOwn ? firstColour : undefined)}
      />
      {colour !== undefined && (
        <Field label={w.colour}>
          {(id) => <input id={id} type="color" value={colour} onChange={({ target }) => setColour(target.value)} />}
        </Field>
      )}
    </Form>
  );
}

function noteIn(form: FormData, colour: string | undefined, before: Note, words: NoteWords): Note {
  const text = textOf(form, "text").trim();
  const startTs = momentIn(textOf(form, "from"), before.startTs);
  const endTs = momentIn(textOf(form, "until"), before.endTs);
  if (text === "") throw new FormProblem(words.needsText);
  if (Number.isNaN(startTs)) throw new FormProblem(words.needsTime);
  if (endTs < startTs) throw new FormProblem(words.endsEarly);
  return { startTs, ...(!Number.isNaN(endTs) && { endTs }), text, ...(colour !== undefined && { colour }) };
}

/** Fields have whole seconds: what nobody changed stays as exact as it was. */
const momentIn = (typed: string, before: number | undefined): number =>
  before !== undefined && typed === localInputText(before) ? before : localInputMs(typed);
