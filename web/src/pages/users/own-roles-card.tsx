import type { ListedRoleRecord, RoleFile } from "@heliograph/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { deleteRole, exportRoles, importRoles, ownRoles } from "../../api/roles.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { useMay, useTenantId } from "../../shell/current-user.ts";
import { CardTable } from "../../ui/card-table.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Icon } from "../../ui/icon.tsx";
import { RowButton } from "../../ui/row-button.tsx";
import { saveBlob } from "../../ui/save-blob.ts";
import { ErrorNote, ErrorState, Skeleton } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { HistoryButton } from "../audit/history-dialog.tsx";
import { RoleEditor } from "./role-editor.tsx";

type Open =
  | { readonly kind: "create"; readonly from?: ListedRoleRecord }
  | { readonly kind: "edit" | "delete"; readonly role: ListedRoleRecord };

/** The roles the tenant made for itself, and how to change them [ROL1]. */
export function OwnRolesCard() {
  const m = useMessages();
  const tenantId = useTenantId();
  const mayManage = useMay()("MANAGE_ROLES");
  const client = useQueryClient();
  const [open, setOpen] = useState<Open>();
  const { data, error, refetch } = useQuery(ownRoles(tenantId));
  const close = () => setOpen(undefined);
  const loadNewer = async ({ id }: ListedRoleRecord) => {
    const roles = (await refetch()).data?.data;
    const role = roles?.find((one) => one.id.id === id.id);
    setOpen(role && { kind: "edit", role }); // gone: there is nothing to edit
  };
  const remove = async (role: ListedRoleRecord) => {
    await deleteRole(role.id.id);
    toast(m.roles.deleted(role.name));
    await client.invalidateQueries({ queryKey: ["own-roles"] });
  };
  return (
    <section className="card table-scroll">
      <div className="card-head">
        <div>
          <h2>{m.roles.own}</h2>
          <p>{m.roles.ownText}</p>
        </div>
        {mayManage && (
          <RoleActions onCreate={() => setOpen({ kind: "create" })} hasRoles={Boolean(data?.data.length)} />
        )}
      </div>
      {data ? (
        data.data.length > 0 && <RoleTable roles={data.data} mayManage={mayManage} onOpen={setOpen} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="card-body">
          <Skeleton lines={3} />
        </div>
      )}
      {open?.kind === "create" && <RoleEditor {...(open.from && { from: open.from })} onClose={close} />}
      {open?.kind === "edit" && (
        <RoleEditor key={open.role.version} role={open.role} onLoadNewer={() => loadNewer(open.role)} onClose={close} />
      )}
      {open?.kind === "delete" && (
        <Confirm
          title={m.roles.deleteTitle}
          text={m.roles.deleteText(open.role.name)}
          action={m.common.delete}
          onConfirm={() => remove(open.role)}
          onClose={close}
        />
      )}
    </section>
  );
}

function RoleActions({ onCreate, hasRoles }: { readonly onCreate: () => void; readonly hasRoles: boolean }) {
  const m = useMessages();
  const tenantId = useTenantId();
  const client = useQueryClient();
  const file = useRef<HTMLInputElement>(null);
  const save = useMutation({
    mutationFn: async () => {
      const text = JSON.stringify(await exportRoles(tenantId), null, 2);
      saveBlob(new Blob([text], { type: "application/json" }), "roles.json");
    },
  });
  const take = useMutation({
    mutationFn: async (chosen: File) => importRoles(tenantId, JSON.parse(await chosen.text()) as RoleFile),
    onSuccess: ({ created, skipped }) => toast(m.roles.imported(created.length, skipped.length)),
    onSettled: () => client.invalidateQueries({ queryKey: ["own-roles"] }),
  });
  return (
    <div>
      <div className="row">
        {hasRoles && (
          <button type="button" className="button" onClick={() => save.mutate()}>
            <Icon name="download" /> {m.roles.export}
          </button>
        )}
        <button type="button" className="button" onClick={() => file.current?.click()}>
          <Icon name="upload" /> {m.roles.import}
        </button>
        <input
          ref={file}
          type="file"
          accept=".json,application/json"
          hidden
          aria-label={m.roles.import}
          onChange={({ target }) => {
            const [chosen] = target.files ?? [];
            if (chosen) take.mutate(chosen);
            target.value = "";
          }}
        />
        <button type="button" className="button primary" onClick={onCreate}>
          <Icon name="plus" /> {m.roles.create}
        </button>
      </div>
      <ErrorNote error={take.error ?? save.error} />
    </div>
  );
}

interface RoleTableProps {
  readonly roles: readonly ListedRoleRecord[];
  readonly mayManage: boolean;
  readonly onOpen: (open: Open) => void;
}

function RoleTable({ roles, mayManage, onOpen }: RoleTableProps) {
  const m = useMessages();
  return (
    <CardTable>
      <thead>
        <tr>
          <th>{m.common.name}</th>
          <th className="right">{m.roles.permissionCount}</th>
          <th className="right">{m.roles.holders}</th>
          {mayManage && <th className="right">{m.common.actions}</th>}
        </tr>
      </thead>
      <tbody>
        {roles.map((role) => (
          <tr key={role.id.id}>
            <td className="break">
              {role.name}
              {role.description && (
                <>
                  <br />
                  <small>{role.description}</small>
                </>
              )}
            </td>
            <td className="right">{role.permissions.length}</td>
            <td className="right">{role.holders}</td>
            {mayManage && (
              <td className="right nowrap">
                <RowButton
                  icon="edit"
                  label={m.common.edit}
                  of={role.name}
                  onClick={() => onOpen({ kind: "edit", role })}
                />
                <RowButton
                  icon="copy"
                  label={m.common.copy}
                  of={role.name}
                  onClick={() => onOpen({ kind: "create", from: role })}
                />
                <HistoryButton type="ROLE" id={role.id.id} name={role.name} />
                <RowButton
                  icon="trash"
                  label={m.common.delete}
                  of={role.name}
                  onClick={() => onOpen({ kind: "delete", role })}
                />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </CardTable>
  );
}
