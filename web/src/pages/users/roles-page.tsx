import type { Permission } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { roles as rolesQuery } from "../../api/administration.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { PermissionText } from "../../permissions/permission-choice.tsx";
import { grouped } from "../../permissions/permission-groups.ts";
import { useCurrentUser } from "../../shell/current-user.ts";
import { Icon } from "../../ui/icon.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { OwnRolesCard } from "./own-roles-card.tsx";

/** Who may do what: permissions down, roles across. */
export function RolesPage() {
  const m = useMessages();
  const isInTenant = useCurrentUser().tenantId !== undefined;
  const { data: roles, error, refetch } = useQuery(rolesQuery);
  const permissions = new Set((roles ?? []).flatMap((role) => role.permissions.map(({ name }) => name)));
  /** In words, where there is no room for columns. */
  const holdersOf = (permission: Permission): string =>
    (roles ?? [])
      .filter((role) => role.permissions.some(({ name }) => name === permission))
      .map(({ name }) => m.roles.names[name])
      .join(", ");
  return (
    <div className="page">
      <div className="page-head">
        <div>
          <h1>{m.roles.title}</h1>
          <p className="soft">{m.roles.text}</p>
        </div>
      </div>
      <div className="stack">
        {isInTenant && <OwnRolesCard />}
        <section className="card table-scroll">
          <div className="card-head">
            <h2>{m.roles.builtIn}</h2>
          </div>
          {roles ? (
            <table className="table roles">
              <thead>
                <tr>
                  <th>{m.roles.permission}</th>
                  {roles.map(({ name }) => (
                    <th key={name} className="hide-narrow">
                      {m.roles.names[name]}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {grouped([...permissions]).map(([group, those]) => (
                  <Fragment key={group}>
                    <tr className="permission-group-row">
                      <th scope="colgroup" colSpan={roles.length + 1}>
                        {m.permissionGroups[group]}
                      </th>
                    </tr>
                    {those.map((permission) => (
                      <tr key={permission}>
                        <td>
                          <PermissionText permission={permission} />
                          <small className="only-narrow">{holdersOf(permission)}</small>
                        </td>
                        {roles.map((role) => (
                          <td key={role.name} className="hide-narrow">
                            <Has isGiven={role.permissions.some(({ name }) => name === permission)} />
                          </td>
                        ))}
                      </tr>
                    ))}
                  </Fragment>
                ))}
              </tbody>
            </table>
          ) : error ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : (
            <div className="card-body">
              <Skeleton lines={8} />
            </div>
          )}
        </section>
      </div>
    </div>
  );
}

function Has({ isGiven }: { readonly isGiven: boolean }) {
  const m = useMessages();
  return (
    <span className={isGiven ? "good-text" : "soft"}>
      {isGiven ? <Icon name="check" /> : "–"}
      <span className="off-screen">{isGiven ? m.roles.has : m.roles.hasNot}</span>
    </span>
  );
}
