import type { NoteRecord } from "@heliograph/contract";
import { useQueryClient } from "@tanstack/react-query";
import { saveNote } from "../../../api/notes.ts";
import { localInputMs, localInputText } from "../../../format/time.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field, TextField, textOf } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import { FormProblem } from "../../../ui/form-problem.ts";
import { toast } from "../../../ui/toast.tsx";
import type { Window } from "./telemetry-search.ts";

interface NoteFormProps {
  readonly deviceId: string;
  /** What is changed; without, a new one. */
  readonly note?: NoteRecord;
  readonly window: Pick<Window, "from" | "to" | "isLive">;
  readonly onClose: () => void;
}

/** As long as the server keeps. */
const longest = 1_000;

/** What happened, at a moment or from one to another. */
export function NoteForm({ deviceId, note, window, onClose }: NoteFormProps) {
  const m = useMessages();
  const client = useQueryClient();
  const begun = note?.startTs ?? (window.isLive ? Math.min(window.to, Date.now()) : (window.from + window.to) / 2);
  const save = async (form: FormData) => {
    const [startTs, end] = [localInputMs(textOf(form, "start")), localInputMs(textOf(form, "end"))];
    if (Number.isNaN(startTs)) throw new FormProblem(m.compare.needsTime);
    const isOfTenant = form.get("tenant") !== null;
    await saveNote({
      ...(note && { id: { id: note.id.id }, version: note.version }),
      ...(!isOfTenant && { deviceId: { id: note?.deviceId?.id ?? deviceId } }),
      ...(!Number.isNaN(end) && { endTs: end }),
      ...{ startTs, text: textOf(form, "text") },
    });
    await client.invalidateQueries({ queryKey: ["notes"] });
    toast(m.common.saved);
    onClose();
  };
  return (
    <Dialog title={note ? m.compare.changeNote : m.compare.annotate} onClose={onClose}>
      <Form action={m.common.save} send={save} onCancel={onClose}>
        <Field label={m.compare.noteText}>
          {(id) => (
            <textarea id={id} name="text" required rows={3} maxLength={longest} defaultValue={note?.text ?? ""} />
          )}
        </Field>
        <div className="form-pair">
          <TextField
            label={m.compare.noteStart}
            name="start"
            type="datetime-local"
            required
            value={localInputText(begun)}
          />
          <TextField
            label={m.compare.noteEnd}
            name="end"
            type="datetime-local"
            hint={m.compare.noteEndHint}
            value={note?.endTs ? localInputText(note.endTs) : ""}
          />
        </div>
        <label className="check">
          <input type="checkbox" name="tenant" defaultChecked={note?.deviceId === null} /> {m.compare.forTenant}
        </label>
      </Form>
    </Dialog>
  );
}
