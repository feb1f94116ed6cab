import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { requestList } from "../../api/files.ts";
import { localInputText } from "../../format/time.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField, textOf } from "../../ui/field.tsx";
import { ErrorNote } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";

const dayMs = 86_400_000;

export function RequestListForm({ deviceId, onClose }: { readonly deviceId: string; readonly onClose: () => void }) {
  const m = useMessages();
  const [openedAt] = useState(() => Date.now());
  const ask = useMutation({
    mutationFn: (form: FormData) => {
      const iso = (name: string) => new Date(textOf(form, name)).toISOString();
      return requestList(deviceId, {
        startTime: iso("from"),
        endTime: iso("to"),
        tag: textOf(form, "tag") || "preview",
      });
    },
    onSuccess: () => {
      toast(m.files.requested);
      onClose();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    ask.mutate(new FormData(event.currentTarget));
  };
  return (
    <Dialog title={m.files.requestListTitle} onClose={onClose}>
      <p className="soft">{m.files.requestListText}</p>
      <form className="form" onSubmit={submit}>
        <div className="form-pair">
          <TextField
            label={m.common.from}
            name="from"
            type="datetime-local"
            value={localInputText(openedAt - dayMs)}
            required
          />
          <TextField label={m.common.to} name="to" type="datetime-local" value={localInputText(openedAt)} required />
        </div>
        <TextField label={m.files.tag} name="tag" value="preview" maxLength={255} />
        <ErrorNote error={ask.error} />
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {m.common.cancel}
          </button>
          <button type="submit" className="button primary" disabled={ask.isPending}>
            {m.files.requestList}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
