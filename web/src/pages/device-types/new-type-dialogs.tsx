import type { DeviceTypeInput, DeviceTypeRecord } from "@heliograph/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { importType, saveType } from "../../api/device-types.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, TextField, textOf } from "../../ui/field.tsx";
import { FileInput } from "../../ui/file-input.tsx";
import { Form } from "../../ui/form.tsx";
import { FormProblem } from "../../ui/form-problem.ts";
import { jsonIn } from "../../ui/json-in.ts";

interface DialogProps {
  readonly onClose: () => void;
}

interface NewTypeProps extends DialogProps {
  /** It begins as a copy of this one. */
  readonly from?: DeviceTypeRecord;
}

export function NewTypeDialog({ from, onClose }: NewTypeProps) {
  const m = useMessages();
  const opened = useOpened();
  const create = async (form: FormData) => {
    const description = textOf(form, "description");
    const { channels, commands, attributes, image } = from ?? {};
    const copied = from && { channels, commands, attributes, ...(image && { image }) };
    const input = { ...copied, name: textOf(form, "name"), ...(description && { description }) };
    opened(await saveType(input as DeviceTypeInput));
  };
  return (
    <Dialog title={from ? m.deviceTypes.copyTitle(from.name) : m.deviceTypes.add} onClose={onClose}>
      <Form action={m.common.create} send={create} onCancel={onClose}>
        <TextField
          label={m.common.name}
          name="name"
          value={from && m.roles.copyOf(from.name)}
          required
          maxLength={255}
          autoFocus
        />
        <TextField label={m.devices.description} name="description" value={from?.description} maxLength={4096} />
      </Form>
    </Dialog>
  );
}

export function ImportTypeDialog({ onClose }: DialogProps) {
  const m = useMessages();
  const opened = useOpened();
  const take = async (form: FormData) => {
    const file = form.get("file");
    if (!(file instanceof File)) return;
    const content = await jsonIn(file, m.deviceTypes.badFile);
    if (!isExportedType(content)) throw new FormProblem(m.deviceTypes.notExported);
    opened(await importType(content, form.get("replace") !== null));
  };
  return (
    <Dialog title={m.deviceTypes.import} onClose={onClose}>
      <Form action={m.deviceTypes.import} send={take} onCancel={onClose}>
        <p className="soft">{m.deviceTypes.importText}</p>
        <Field label={m.deviceTypes.file}>
          {(id) => <FileInput id={id} name="file" accept=".json,application/json" required />}
        </Field>
        <label className="check">
          <input type="checkbox" name="replace" /> {m.deviceTypes.replace}
        </label>
      </Form>
    </Dialog>
  );
}

/** Told here in words of ours; what else is wrong with one, the server says. */
const isExportedType = (content: unknown): boolean =>
  typeof content === "object" && content !== null && "format" in content && "name" in content;

/** The list is another one now, and the new type is what one wants to see. */
function useOpened() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return ({ id }: { readonly id: { readonly id: string } }) => {
    void client.invalidateQueries({ queryKey: ["device-type-list"] });
    void navigate({ to: "/types/$typeId", params: { typeId: id.id } });
  };
}
