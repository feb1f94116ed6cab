import type { ListedProject } from "@heliograph/contract";
import { useQueryClient } from "@tanstack/react-query";
import { saveProject } from "../../api/projects.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, TextField, textOf } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { toast } from "../../ui/toast.tsx";
import { ProjectField } from "./project-field.tsx";

interface ProjectFormProps {
  readonly project?: ListedProject;
  /** Where a new one goes, unless something else is chosen. */
  readonly below?: string | undefined;
  readonly onClose: () => void;
}

/** Creates a project, or renames and moves the given one. */
export function ProjectForm({ project, below, onClose }: ProjectFormProps) {
  const m = useMessages();
  const client = useQueryClient();
  const save = async (form: FormData) => {
    const [parent, description] = [textOf(form, "parent"), textOf(form, "description").trim()];
    const saved = await saveProject({
      ...(project && { id: project.id }),
      name: textOf(form, "name").trim(),
      ...(description && { description }),
      ...(parent && { parentId: { id: parent } }),
    });
    await client.invalidateQueries({ queryKey: ["projects"] });
    void client.invalidateQueries({ queryKey: ["devices"] });
    toast(project ? m.common.saved : m.projects.created(saved.name));
    onClose();
  };
  return (
    <Dialog title={project ? m.projects.editTitle : m.projects.createTitle} onClose={onClose}>
      <Form action={project ? m.common.save : m.common.create} send={save} onCancel={onClose}>
        <TextField label={m.common.name} name="name" value={project?.name} required maxLength={255} autoFocus />
        <ProjectField
          label={m.projects.parent}
          name="parent"
          value={project ? project.parentId?.id : below}
          none={m.projects.top}
          moved={project?.id.id}
        />
        <Field label={m.devices.description}>
          {(id) => (
            <textarea id={id} name="description" defaultValue={project?.description ?? ""} maxLength={4096} rows={3} />
          )}
        </Field>
      </Form>
    </Dialog>
  );
}
