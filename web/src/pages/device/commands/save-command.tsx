import type { SavedCommandInput } from "@heliograph/contract";
import { useQueryClient } from "@tanstack/react-query";
import { saveCommand } from "../../../api/commands.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { TextField, textOf } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import { toast } from "../../../ui/toast.tsx";
import { commandText } from "./command-text.ts";

interface SaveCommandProps {
  readonly command: SavedCommandInput["command"];
  readonly onClose: () => void;
}

/** A command under a name, for oneself or for everybody in the tenant who may send some. */
export function SaveCommand({ command, onClose }: SaveCommandProps) {
  const m = useMessages();
  const locale = useLocale();
  const client = useQueryClient();
  const save = async (form: FormData) => {
    await saveCommand({ name: textOf(form, "name"), shared: form.get("shared") !== null, command });
    await client.invalidateQueries({ queryKey: ["saved-commands"] });
    toast(m.common.saved);
    onClose();
  };
  return (
    <Dialog title={m.commands.save} onClose={onClose}>
      <Form action={m.common.save} send={save} onCancel={onClose}>
        <p className="mono break">{commandText({ type: command.type, parameters: { ...command } }, locale)}</p>
        <TextField label={m.common.name} name="name" required maxLength={255} />
        <label className="check">
          <input type="checkbox" name="shared" /> {m.commands.share}
        </label>
      </Form>
    </Dialog>
  );
}
