import type { TenantRole, UserRecord } from "@heliograph/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { changeRole, endAssignment, tenantUsers } from "../../api/administration.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { useCurrentUser, useMay } from "../../shell/current-user.ts";
import { personName } from "../../shell/person-name.ts";
import { CardTable } from "../../ui/card-table.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Icon } from "../../ui/icon.tsx";
import { RowButton } from "../../ui/row-button.tsx";
import { ErrorNote, ErrorState, Skeleton } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";
import { toast } from "../../ui/toast.tsx";
import { HistoryButton } from "../audit/history-dialog.tsx";
import { AccountActions } from "./account-actions.tsx";
import { GrantsDialog } from "./grants-dialog.tsx";
import { InvitationCard } from "./invitation-card.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { tenantRoles } from "./tenant-roles.ts";
import { UserForm } from "./user-form.tsx";

export function UserTable({ tenantId, title }: { readonly tenantId: string; readonly title: string }) {
  const m = useMessages();
  const mayManage = useMay()("MANAGE_USERS");
  const [isAdding, setAdding] = useState(false);
  const [isInviting, setInviting] = useState(false);
  const { data, error, refetch } = useQuery(tenantUsers(tenantId));
  return (
    <>
      <div className="page-head">
        <h1 className="break">
          {title} {data && <span className="badge">{data.totalElements}</span>}
        </h1>
        {mayManage && (
          <div className="row">
            <button type="button" className="button" onClick={() => setInviting(true)}>
              {m.invitations.invite}
            </button>
            <button type="button" className="button primary" onClick={() => setAdding(true)}>
              <Icon name="plus" /> {m.users.add}
            </button>
          </div>
        )}
      </div>
      <div className="stack">
        <section className="card table-scroll">
          {data ? (
            <CardTable className="people">
              <thead>
                <tr>
                  <th>{m.users.person}</th>
                  <th className="hide-narrow">{m.users.username}</th>
                  <th>{m.users.role}</th>
                  <th className="hide-narrow">{m.users.addedOn}</th>
                  {mayManage && <th className="right">{m.common.actions}</th>}
                </tr>
              </thead>
              <tbody>
                {data.data.map((user) => (
                  <UserRow key={user.id.id} tenantId={tenantId} user={user} mayManage={mayManage} />
                ))}
              </tbody>
            </CardTable>
          ) : error ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : (
            <div className="card-body">
              <Skeleton />
            </div>
          )}
        </section>
        <InvitationCard tenantId={tenantId} mayManage={mayManage} />
      </div>
      {isInviting && <InviteDialog tenantId={tenantId} onClose={() => setInviting(false)} />}
      {isAdding && <UserForm tenantId={tenantId} onClose={() => setAdding(false)} />}
    </>
  );
}

interface UserRowProps {
  readonly tenantId: string;
  readonly user: UserRecord;
  readonly mayManage: boolean;
}

function UserRow({ tenantId, user, mayManage }: UserRowProps) {
  const m = useMessages();
  const client = useQueryClient();
  const me = useCurrentUser();
  const isOwnTenant = me.tenantId?.id === tenantId;
  const [isGranting, setGranting] = useState(false);
  const [isEnding, setEnding] = useState(false);
  const reload = () => client.invalidateQueries({ queryKey: ["users", tenantId] });
  const change = useMutation({
    mutationFn: (role: TenantRole) => changeRole(tenantId, user.id.id, role),
    onSuccess: () => toast(m.users.changed),
    onSettled: reload,
  });
  const end = async () => {
    await endAssignment(tenantId, user.id.id);
    toast(m.users.ended);
    await reload();
  };
  return (
    <tr>
      <td>
        {personName(user)} {user.id.id === me.id.id && <span className="badge">{m.users.you}</span>}{" "}
        {user.serviceAccount && <span className="badge">{m.secondFactor.serviceAccount}</span>}{" "}
        {user.secondFactor && <span className="badge good">{m.secondFactor.hasFactor}</span>}
      </td>
      <td className="soft hide-narrow">{user.username}</td>
      <td>
        {user.grants.length > 0 ? (
          <GrantList user={user} />
        ) : mayManage ? (
          <select
            aria-label={`${m.users.role}: ${user.username}`}
            value={change.isPending ? change.variables : user.authority}
            onChange={({ target }) => change.mutate(target.value as TenantRole)}
          >
            {tenantRoles.map((role) => (
              <option key={role} value={role}>
                {m.roles.names[role]}
              </option>
            ))}
          </select>
        ) : (
          m.roles.names[user.authority]
        )}
        <ErrorNote error={change.error} />
      </td>
      <td className="soft nowrap hide-narrow">
        <Time ms={user.createdTime} />
      </td>
      {mayManage && (
        <td className="right nowrap">
          {isOwnTenant && (
            <RowButton icon="roles" label={m.users.access} of={user.username} onClick={() => setGranting(true)} />
          )}
          {user.id.id !== me.id.id && <AccountActions tenantId={tenantId} user={user} />}
          {isOwnTenant && <HistoryButton type="USER" id={user.id.id} name={user.username} />}
          {isGranting && <GrantsDialog user={user} onClose={() => setGranting(false)} />}
          <RowButton icon="trash" label={m.users.end} of={user.username} onClick={() => setEnding(true)} />
          {isEnding && (
            <Confirm
              title={m.users.endTitle}
              text={m.users.endText(user.username)}
              action={m.users.end}
              onConfirm={end}
              onClose={() => setEnding(false)}
            />
          )}
        </td>
      )}
    </tr>
  );
}

/** Roles in projects, one a line. */
function GrantList({ user }: { readonly user: UserRecord }) {
  const m = useMessages();
  const nameOf = (role: string) => tenantRoles.find((one) => one === role);
  return (
    <>
      {user.grants.map(({ role, roleId, projectId, projectName }) => {
        const builtIn = roleId === null ? nameOf(role) : undefined;
        return (
          <div key={`${roleId?.id ?? role} ${projectId?.id ?? ""}`} className="break">
            {builtIn ? m.roles.names[builtIn] : role}{" "}
            <small className="soft">{projectName ?? m.users.everywhere}</small>
          </div>
        );
      })}
    </>
  );
}
