import { useId, useState } from "react";
import { requestList } from "../../../api/files.ts";
import { localInputMs, localInputText } from "../../../format/time.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { TextField, textOf } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import { toast } from "../../../ui/toast.tsx";

const dayMs = 86_400_000;

interface RequestListFormProps {
  readonly deviceId: string;
  /** Those known already; a device may have others. */
  readonly tags: readonly string[];
  readonly onClose: () => void;
}

export function RequestListForm({ deviceId, tags, onClose }: RequestListFormProps) {
  const m = useMessages();
  const tagsId = useId();
  const [openedAt] = useState(() => Date.now());
  const ask = async (form: FormData) => {
    const iso = (name: string) => new Date(localInputMs(textOf(form, name))).toISOString();
    const tag = textOf(form, "tag") || "preview";
    await requestList(deviceId, { startTime: iso("from"), endTime: iso("to"), tag });
    toast(m.files.requested);
    onClose();
  };
  return (
    <Dialog title={m.files.requestListTitle} onClose={onClose}>
      <p className="soft">{m.files.requestListText}</p>
      <Form action={m.files.requestList} send={ask} onCancel={onClose}>
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
        <TextField label={m.files.tag} name="tag" value={tags[0] ?? "preview"} list={tagsId} maxLength={255} />
        <datalist id={tagsId}>
          {tags.map((tag) => (
            <option key={tag} value={tag} />
          ))}
        </datalist>
      </Form>
    </Dialog>
  );
}
