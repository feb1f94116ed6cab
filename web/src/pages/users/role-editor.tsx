import type { ListedRoleRecord, Permission, RoleInput } from "@heliograph/contract";
import { completed, permissionDependencies, without } from "@heliograph/contract/permission-dependencies";
import { grantablePermissions } from "@heliograph/contract/permissions";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { saveRole } from "../../api/roles.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { PermissionChoice } from "../../permissions/permission-choice.tsx";
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

type Held = readonly Permission[];

/** Makes a role, or changes one; what a permission needs comes and goes with it, and that is told [ROL1]. */
export function RoleEditor({ role, from, onLoadNewer, onClose }: RoleEditorProps) {
  const m = useMessages();
  const may = useMay();
  const tenantId = useTenantId();
  const client = useQueryClient();
  const [held, setHeld] = useState<Held>((role ?? from)?.permissions ?? ["VIEW_DEVICES"]);
  const [told, setTold] = useState("");
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
  const nameOf = (permission: Permission): string => m.permissionNames[permission];
  const toggle = (permission: Permission, isOn: boolean) => {
    const next = isOn ? completed([...held, permission]) : without(held, permission);
    const along = (isOn ? next.filter((one) => !held.includes(one)) : held.filter((one) => !next.includes(one))).filter(
      (one) => one !== permission,
    );
    setTold(
      along.length === 0
        ? ""
        : (isOn ? m.roles.alsoAdded : m.roles.alsoRemoved)(nameOf(permission), along.map(nameOf).join(", ")),
    );
    setHeld(next);
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
          {told || m.roles.dependencies}
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

function NeedsText({ permission }: { readonly permission: Permission }) {
  const m = useMessages();
  const { all = [], atLeastOne = [] } = permissionDependencies[permission] ?? {};
  if (all.length + atLeastOne.length === 0) return null;
  const nameOf = (one: Permission): string => m.permissionNames[one];
  const either = atLeastOne.length > 0 ? [atLeastOne.map(nameOf).join(m.roles.or)] : [];
  const needed = [...all.map(nameOf), ...either].join(", ");
  return <small className="soft">{m.roles.needs(needed)}</small>;
}
