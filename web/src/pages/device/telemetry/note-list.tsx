import type { NoteRecord } from "@heliograph/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { removeNote } from "../../../api/notes.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useMay } from "../../../shell/current-user.ts";
import { Confirm } from "../../../ui/confirm.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Time } from "../../../ui/time.tsx";
import type { ComparedLine } from "./compared-lines.ts";
import { NoteForm } from "./note-form.tsx";
import { readWindow, type Window } from "./telemetry-search.ts";
import { useNotesOf } from "./use-note-marks.ts";

interface NoteListProps {
  readonly deviceId: string;
  readonly lines: readonly ComparedLine[];
  readonly window: Window;
}

/** What people wrote in the time that is shown; nothing where they wrote nothing. */
export function NoteList({ deviceId, lines, window }: NoteListProps) {
  const m = useMessages();
  const mayEdit = useMay()("EDIT_TELEMETRY");
  const [changed, setChanged] = useState<NoteRecord>();
  const [removed, setRemoved] = useState<NoteRecord>();
  const client = useQueryClient();
  const { data } = useNotesOf(deviceId, lines, readWindow(window));
  if (!data || data.data.length === 0) return null;
  return (
    <div className="card-body notes">
      <h3>{m.compare.notes}</h3>
      <ul>
        {data.data.map((note) => (
          <li key={note.id.id}>
            <span className="soft nowrap">
              <Time ms={note.startTs} />
              {note.endTs !== null && (
                <>
                  {" – "}
                  <Time ms={note.endTs} />
                </>
              )}
            </span>
            <span className="grow break">
              {note.text}{" "}
              <small className="soft">
                {note.createdBy}
                {note.deviceId === null && ` · ${m.compare.ofTenant}`}
              </small>
            </span>
            {mayEdit && (
              <span className="row tight">
                <NoteAction icon="edit" label={`${m.common.edit}: ${note.text}`} onPress={() => setChanged(note)} />
                <NoteAction icon="trash" label={`${m.common.delete}: ${note.text}`} onPress={() => setRemoved(note)} />
              </span>
            )}
          </li>
        ))}
      </ul>
      {data.totalElements > data.data.length && (
        <small className="soft">{m.compare.moreNotes(data.totalElements - data.data.length)}</small>
      )}
      {changed && <NoteForm deviceId={deviceId} note={changed} window={window} onClose={() => setChanged(undefined)} />}
      {removed && (
        <Confirm
          title={m.compare.removeNote}
          text={removed.text}
          action={m.common.delete}
          onConfirm={async () => {
            await removeNote(removed.id.id);
            await client.invalidateQueries({ queryKey: ["notes"] });
          }}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </div>
  );
}

interface NoteActionProps {
  readonly icon: "edit" | "trash";
  readonly label: string;
  readonly onPress: () => void;
}

const NoteAction = ({ icon, label, onPress }: NoteActionProps) => (
  <button type="button" className="button ghost square small" aria-label={label} title={label} onClick={onPress}>
    <Icon name={icon} size={16} />
  </button>
);
