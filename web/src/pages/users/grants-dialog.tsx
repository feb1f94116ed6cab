import type { GrantInput, TenantRole, UserRecord } from "@heliograph/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { saveGrants } from "../../api/administration.ts";
import { projectList } from "../../api/projects.ts";
import { ownRoles } from "../../api/roles.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { useTenantId } from "../../shell/current-user.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { Icon } from "../../ui/icon.tsx";
import { toast } from "../../ui/toast.tsx";
import { indentedName, treeRows } from "../projects/project-tree.ts";
import { tenantRoles } from "./tenant-roles.ts";

/** A line of the dialog; the role is a built-in name, or the id of one of the tenant's. */
interface Line {
  readonly key: number;
  readonly role: string;
  readonly project: string;
}

/** Which roles somebody has in which projects; the union counts [ROL1]. */
export function GrantsDialog({ user, onClose }: { readonly user: UserRecord; readonly onClose: () => void }) {
  const m = useMessages();
  const tenantId = useTenantId();
  const client = useQueryClient();
  const [lines, setLines] = useState<readonly Line[]>(() => linesOf(user));
  const save = async () => {
    await saveGrants(tenantId, user.id.id, lines.map(grantOf));
    toast(m.users.changed);
    void client.invalidateQueries({ queryKey: ["users", tenantId] });
    onClose();
  };
  const change = (key: number, changed: Partial<Line>) =>
    setLines(lines.map((line) => (line.key === key ? { ...line, ...changed } : line)));
  const add = () =>
    setLines([...lines, { key: Math.max(0, ...lines.map(({ key }) => key)) + 1, role: "VIEWER", project: "" }]);
  return (
    <Dialog title={m.users.accessOf(user.username)} onClose={onClose} size="wide">
      <Form action={m.common.save} send={save} onCancel={onClose}>
        <p className="soft">{m.users.accessText}</p>
        {lines.map((line, index) => (
          <GrantLine
            key={line.key}
            line={line}
            number={index + 1}
            onChange={(changed) => change(line.key, changed)}
            onRemove={lines.length > 1 ? () => setLines(lines.filter(({ key }) => key !== line.key)) : undefined}
          />
        ))}
        <div className="row">
          <button type="button" className="button" onClick={add}>
            <Icon name="plus" /> {m.users.addGrant}
          </button>
        </div>
      </Form>
    </Dialog>
  );
}

interface GrantLineProps {
  readonly line: Line;
  readonly number: number;
  readonly onChange: (changed: Partial<Line>) => void;
  /** The last one stays. */
  readonly onRemove: (() => void) | undefined;
}

function GrantLine({ line, number, onChange, onRemove }: GrantLineProps) {
  const m = useMessages();
  const tenantId = useTenantId();
  const { data: own } = useQuery(ownRoles(tenantId));
  const { data: projects } = useQuery(projectList(tenantId));
  return (
    <div className="row grant-line">
      <select
        aria-label={`${m.users.role} ${number}`}
        value={line.role}
        onChange={({ target }) => onChange({ role: target.value })}
      >
        {tenantRoles.map((role) => (
          <option key={role} value={role}>
            {m.roles.names[role]}
          </option>
        ))}
        {own?.data.map(({ id, name }) => (
          <option key={id.id} value={id.id}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label={`${m.projects.project} ${number}`}
        value={line.project}
        onChange={({ target }) => onChange({ project: target.value })}
      >
        <option value="">{m.users.everywhere}</option>
        {treeRows(projects?.data ?? []).map((row) => (
          <option key={row.project.id.id} value={row.project.id.id}>
            {indentedName(row)}
          </option>
        ))}
      </select>
      {onRemove && (
        <button
          type="button"
          className="button ghost square small"
          aria-label={`${m.common.delete} ${number}`}
          onClick={onRemove}
        >
          <Icon name="trash" />
        </button>
      )}
    </div>
  );
}

function linesOf({ authority, grants }: UserRecord): readonly Line[] {
  if (grants.length === 0) return [{ key: 0, role: authority, project: "" }];
  return grants.map(({ role, roleId, projectId }, key) => ({
    key,
    role: roleId?.id ?? role,
    project: projectId?.id ?? "",
  }));
}

function grantOf({ role, project }: Line): GrantInput {
  const builtIn = tenantRoles.find((one) => one === role) satisfies TenantRole | undefined;
  return { ...(builtIn ? { role: builtIn } : { roleId: { id: role } }), projectId: project ? { id: project } : null };
}
