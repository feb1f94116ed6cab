import type { TenantRecord } from "@heliograph/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { createTenant, deleteTenant, tenants as tenantsQuery } from "../../api/administration.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField, textOf } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { Icon } from "../../ui/icon.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";
import { toast } from "../../ui/toast.tsx";

/** For the system administrator [AUTH6]. */
export function TenantsPage() {
  const m = useMessages();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(tenantsQuery);
  const [isNew, setNew] = useState(false);
  const [leaving, setLeaving] = useState<TenantRecord>();
  const remove = async (tenant: TenantRecord) => {
    await deleteTenant(tenant.id.id);
    toast(m.tenants.deleted(tenant.name));
    await client.invalidateQueries({ queryKey: ["tenants"] });
  };
  return (
    <div className="page">
      <div className="page-head">
        <h1>
          {m.tenants.title} {data && <span className="badge">{data.totalElements}</span>}
        </h1>
        <button type="button" className="button primary" onClick={() => setNew(true)}>
          <Icon name="plus" /> {m.tenants.create}
        </button>
      </div>
      <section className="card table-scroll">
        {!data ? (
          error ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : (
            <div className="card-body">
              <Skeleton />
            </div>
          )
        ) : data.data.length === 0 ? (
          <EmptyState icon="tenants" title={m.tenants.empty} text={m.tenants.emptyText} />
        ) : (
          <TenantTable tenants={data.data} onDelete={setLeaving} />
        )}
      </section>
      {isNew && <NewTenantDialog onClose={() => setNew(false)} />}
      {leaving && (
        <Confirm
          title={m.tenants.deleteTitle}
          text={m.tenants.deleteText(leaving.name)}
          action={m.common.delete}
          onConfirm={() => remove(leaving)}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </div>
  );
}

interface TenantTableProps {
  readonly tenants: readonly TenantRecord[];
  readonly onDelete: (tenant: TenantRecord) => void;
}

function TenantTable({ tenants, onDelete }: TenantTableProps) {
  const m = useMessages();
  return (
    <table className="table">
      <thead>
        <tr>
          <th>{m.tenants.name}</th>
          <th className="hide-narrow">{m.device.createdTime}</th>
          <th className="right">{m.common.actions}</th>
        </tr>
      </thead>
      <tbody>
        {tenants.map((tenant) => (
          <tr key={tenant.id.id}>
            <td>{tenant.name}</td>
            <td className="soft nowrap hide-narrow">
              <Time ms={tenant.createdTime} />
            </td>
            <td className="right nowrap">
              <Link to="/tenants/$tenantId/users" params={{ tenantId: tenant.id.id }} className="button small">
                <Icon name="users" /> {m.tenants.users}
              </Link>{" "}
              <Link to="/tenants/$tenantId/settings" params={{ tenantId: tenant.id.id }} className="button small">
                <Icon name="settings" /> {m.settings.title}
              </Link>{" "}
              <button
                type="button"
                className="button ghost square small"
                aria-label={`${m.common.delete}: ${tenant.name}`}
                onClick={() => onDelete(tenant)}
              >
                <Icon name="trash" />
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function NewTenantDialog({ onClose }: { readonly onClose: () => void }) {
  const m = useMessages();
  const client = useQueryClient();
  const create = async (form: FormData) => {
    const { name } = await createTenant(textOf(form, "name"));
    toast(m.tenants.created(name));
    void client.invalidateQueries({ queryKey: ["tenants"] });
    onClose();
  };
  return (
    <Dialog title={m.tenants.create} onClose={onClose}>
      <Form action={m.common.create} send={create} onCancel={onClose}>
        <TextField label={m.tenants.name} name="name" required maxLength={255} autoFocus />
      </Form>
    </Dialog>
  );
}
