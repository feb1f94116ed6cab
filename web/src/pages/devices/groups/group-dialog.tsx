import { type CheckedDeviceGroup, type DeviceFilterNode, filterProblem } from "@heliograph/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { deleteGroup, saveGroup } from "../../../api/device-groups.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { Confirm } from "../../../ui/confirm.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { TextField, textOf } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import { FormProblem } from "../../../ui/form-problem.ts";
import { Icon } from "../../../ui/icon.tsx";
import { toast } from "../../../ui/toast.tsx";
import { isFilledIn, isKnown } from "./filled-in.ts";
import { FilterCount } from "./filter-count.tsx";
import { FilterEditor } from "./filter-editor.tsx";

interface GroupDialogProps {
  /** None for a new one. */
  readonly group?: CheckedDeviceGroup | undefined;
  readonly onSaved: (id: string) => void;
  readonly onDeleted: () => void;
  readonly onLoadNewer: () => unknown;
  readonly onClose: () => void;
}

const empty: DeviceFilterNode = { kind: "ALL", conditions: [] };

/** A group is made and changed with its count in sight [PRJ2]. */
export function GroupDialog({ group, onSaved, onDeleted, onLoadNewer, onClose }: GroupDialogProps) {
  const m = useMessages();
  const client = useQueryClient();
  const [filter, setFilter] = useState(group?.filter ?? empty);
  const [isDeleting, setDeleting] = useState(false);
  const canEdit = isKnown(group?.filter ?? empty);
  const isSendable = !canEdit || (isFilledIn(filter) && filterProblem(filter) === undefined);
  const refresh = async () => {
    await client.invalidateQueries({ queryKey: ["device-groups"] });
    void client.invalidateQueries({ queryKey: ["device-group"] });
    void client.invalidateQueries({ queryKey: ["devices"] });
  };
  const save = async (form: FormData) => {
    if (!isSendable) throw new FormProblem(m.deviceGroups.incomplete);
    const [name, description] = [textOf(form, "name"), textOf(form, "description")];
    const input = { name, description: description || null, ...(canEdit && { filter }) };
    const saved = await saveGroup({ ...input, ...(group && { id: group.id, version: group.version }) });
    await refresh();
    toast(m.deviceGroups.saved(saved.name));
    onSaved(saved.id.id);
    onClose();
  };
  if (group && isDeleting)
    return (
      <Confirm
        title={m.deviceGroups.deleteTitle}
        text={m.deviceGroups.deleteText(group.name)}
        action={m.common.delete}
        onConfirm={async () => {
          await deleteGroup(group.id.id);
          onDeleted(); // nobody asks for it any more
          void client.invalidateQueries({ queryKey: ["device-groups"] });
          toast(m.deviceGroups.deleted(group.name));
        }}
        onClose={onClose}
      />
    );
  return (
    <Dialog title={group ? m.deviceGroups.editTitle : m.deviceGroups.createTitle} size="wide" onClose={onClose}>
      <Form action={m.deviceGroups.save} send={save} onCancel={onClose} onLoadNewer={onLoadNewer}>
        <TextField label={m.deviceGroups.name} name="name" value={group?.name} required maxLength={255} autoFocus />
        <TextField label={m.deviceGroups.description} name="description" value={group?.description} maxLength={4096} />
        {canEdit ? (
          <>
            <FilterEditor filter={filter} onChange={setFilter} />
            <FilterCount filter={filter} />
          </>
        ) : (
          <p className="muted">{m.deviceGroups.unknownKept}</p>
        )}
        {group && (
          <button type="button" className="button ghost" onClick={() => setDeleting(true)}>
            <Icon name="trash" /> {m.deviceGroups.delete}
          </button>
        )}
      </Form>
    </Dialog>
  );
}
