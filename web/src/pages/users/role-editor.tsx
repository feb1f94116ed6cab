import type { ListedRoleRecord, RoleInput } from "@heliograph/contract";
import { grantablePermissions } from "@heliograph/contract/permissions";
import { useQueryClient } from "@tanstack/react-query";
import { saveRole } from "../../api/roles.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { NeedsText } from "../../permissions/needs-text.tsx";
import { PermissionChoice } from "../../permissions/permission-choice.tsx";
import { usePermissionChoice } from "../../permissions/use-permission-choice.ts";
import { useMay, useTenantId } from "../../shell/current-user.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField, textOf } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { toast } from "../../ui/toast.tsx";
import { RolePreviewNote } from "./role-preview.tsx";

interface RoleEditorProps {
  readonly role?: ListedRoleRecord;
  /** A new role begins as a copy of this one. */
  readonly from?: ListedRoleRecord;
  readonly onLoadNewer?: () => unknown;
  readonly onClose: () => void;
}

/** Makes a role, or changes one; what a permission needs comes and goes with it, and that is told [ROL1]. */
export function RoleEditor({ role, from, onLoadNewer, onClose }: RoleEditorProps) {
  const m = useMessages();
  const may = useMay();
  const tenantId = useTenantId();
  const client = useQueryClient();
  const { held, toggle, told } = usePermissionChoice((role ?? from)?.permissions ?? ["VIEW_DEVICES"]);
  const save = async (form: FormData) => {
    const description = textOf(form, "description").trim();
    const saved = await saveRole(tenantId, {
      ...(role && { id: role.id, version: role.version }),
      name: textOf(form, "name").trim(),
      ...(description && { description }),
      permissions: held as RoleInput["permissions"],
    });
    toast(role ? m.common.saved : m.roles.created(saved.name));
    void client.invalidateQueries({ queryKey: ["own-roles"] });
    void client.invalidateQueries({ queryKey: ["users"] });
    onClose();
  };
  return (
    <Dialog title={role ? m.roles.editTitle : m.roles.createTitle} onClose={onClose} size="wide">
      <Form
        action={role ? m.common.save : m.common.create}
        send={save}
        onCancel={onClose}
        {...(onLoadNewer && { onLoadNewer })}
      >
        <TextField
          label={m.common.name}
          name="name"
          value={role?.name ?? (from && m.roles.copyOf(from.name))}
          required
          maxLength={255}
          autoFocus
        />
        <TextField
          label={m.devices.description}
          name="description"
          value={(role ?? from)?.description}
          maxLength={4096}
        />
        <p className="soft" role="status">
          {told}
        </p>
        <PermissionChoice
          legend={m.roles.permissions}
          listed={grantablePermissions}
          box={(permission) => (
            <input
              type="checkbox"
              checked={held.includes(permission)}
              // one can give what one has; the rest is shown and cannot be chosen
              disabled={!held.includes(permission) && !may(permission)}
              onChange={({ target }) => toggle(permission, target.checked)}
            />
          )}
          note={(permission) => <NeedsText permission={permission} />}
        />
        {role && role.holders > 0 && <RolePreviewNote roleId={role.id.id} before={role.permissions} held={held} />}
      </Form>
    </Dialog>
  );
}
