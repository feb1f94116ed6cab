import type { DeviceViewRecord } from "@heliograph/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { deleteView, saveView } from "../../../api/device-views.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useMay } from "../../../shell/current-user.ts";
import { useProjects } from "../../../shell/use-project.ts";
import { Confirm } from "../../../ui/confirm.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { TextField, textOf } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { toast } from "../../../ui/toast.tsx";
import type { DeviceListSearch } from "../device-list-search.ts";
import { lookOf } from "../look/list-look.ts";

interface ViewDialogProps {
  /** What is saved. */
  readonly search: DeviceListSearch;
  /** None for a new one. */
  readonly view: DeviceViewRecord | undefined;
  readonly onSaved: (view: DeviceViewRecord) => void;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

type Sharing = "own" | "project" | "tenant";

/** What the list shows at the moment, under a name: for oneself, or for others. */
export function ViewDialog({ search, view, onSaved, onDeleted, onClose }: ViewDialogProps) {
  const m = useMessages();
  const client = useQueryClient();
  const mayShare = useMay()("SHARE_VIEWS");
  const here = view?.projectId?.id ?? search.project;
  const project = useProjects()?.find(({ id }) => id.id === here);
  const [sharing, setSharing] = useState<Sharing>(!view?.shared ? "own" : view.projectId ? "project" : "tenant");
  const [isDeleting, setDeleting] = useState(false);
  const refresh = () => client.invalidateQueries({ queryKey: ["device-views"] });
  const save = async (form: FormData) => {
    const saved = await saveView({
      ...(view && { id: view.id, version: view.version }),
      name: textOf(form, "name").trim(),
      shared: sharing !== "own",
      projectId: sharing === "project" && project ? { id: project.id.id } : null,
      look: lookOf(search),
    });
    await refresh();
    toast(m.deviceList.viewSaved(saved.name));
    onSaved(saved);
    onClose();
  };
  if (view && isDeleting)
    return (
      <Confirm
        title={m.deviceList.deleteViewTitle}
        text={m.deviceList.deleteViewText(view.name, view.shared)}
        action={m.common.delete}
        onConfirm={async () => {
          await deleteView(view.id.id);
          onDeleted();
          await refresh();
        }}
        onClose={onClose}
      />
    );
  const choices: readonly Sharing[] = ["own", ...(project ? (["project"] as const) : []), "tenant"];
  return (
    <Dialog title={view ? m.deviceList.editView : m.deviceList.saveViewTitle} onClose={onClose}>
      <Form action={m.common.save} send={save} onCancel={onClose} onLoadNewer={refresh}>
        <TextField label={m.common.name} name="name" value={view?.name} required maxLength={255} autoFocus />
        {mayShare && (
          <fieldset className="plain-fieldset">
            <legend>{m.deviceList.whoSees}</legend>
            {choices.map((one) => (
              <label key={one} className="check">
                <input type="radio" name="sharing" checked={sharing === one} onChange={() => setSharing(one)} />
                <span>
                  {one === "project"
                    ? m.deviceList.sharedWith.project(project?.name ?? "")
                    : m.deviceList.sharedWith[one]}
                </span>
              </label>
            ))}
          </fieldset>
        )}
        <p className="muted">{m.deviceList.whatIsSaved}</p>
        {view && (
          <button type="button" className="button ghost" onClick={() => setDeleting(true)}>
            <Icon name="trash" /> {m.deviceList.deleteView}
          </button>
        )}
      </Form>
    </Dialog>
  );
}
