import type { TenantWithUsage } from "@heliograph/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { createTenant, deleteTenant, renameTenant, tenantUsages } from "../../api/administration.ts";
import { session } from "../../app.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField, textOf } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { Icon } from "../../ui/icon.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { TenantTable } from "./tenant-table.tsx";

/** What is about to be done to which tenant. */
interface Doing {
  readonly what: "delete" | "rename" | "open";
  readonly tenant: TenantWithUsage;
}

/** For the system administrator [AUTH6, QTA1]. */
export function TenantsPage() {
  const m = useMessages();
  const { data, error, refetch } = useQuery(tenantUsages);
  const [isNew, setNew] = useState(false);
  const [doing, setDoing] = useState<Doing>();
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
          <TenantTable tenants={data.data} onDo={(what, tenant) => setDoing({ what, tenant })} />
        )}
      </section>
      {isNew && <NewTenantDialog onClose={() => setNew(false)} />}
      {doing && <DoingDialog {...doing} onClose={() => setDoing(undefined)} />}
    </div>
  );
}

function DoingDialog({ what, tenant, onClose }: Doing & { readonly onClose: () => void }) {
  const m = useMessages();
  const client = useQueryClient();
  const { id, name } = tenant;
  if (what === "rename") return <RenameDialog tenant={tenant} onClose={onClose} />;
  if (what === "open") return <OpenDialog tenant={tenant} onClose={onClose} />;
  const remove = async () => {
    await deleteTenant(id.id);
    toast(m.tenants.deleted(name));
    await client.invalidateQueries({ queryKey: ["tenants"] });
  };
  return (
    <Confirm
      title={m.tenants.deleteTitle}
      text={m.tenants.deleteText(name)}
      action={m.common.delete}
      onConfirm={remove}
      onClose={onClose}
    />
  );
}

interface TenantDialogProps {
  readonly tenant: TenantWithUsage;
  readonly onClose: () => void;
}

/** Says what it means before one is in. */
function OpenDialog({ tenant, onClose }: TenantDialogProps) {
  const m = useMessages();
  return (
    <Dialog title={m.opened.openTitle(tenant.name)} onClose={onClose}>
      <Form action={m.opened.open} send={() => session.openTenant(tenant.id.id)} onCancel={onClose}>
        <p className="break">{m.opened.openText}</p>
      </Form>
    </Dialog>
  );
}

function RenameDialog({ tenant, onClose }: TenantDialogProps) {
  const m = useMessages();
  const client = useQueryClient();
  const rename = async (form: FormData) => {
    const { name } = await renameTenant(tenant.id.id, textOf(form, "name"));
    toast(m.tenantSettings.renamed(name));
    for (const queryKey of [["tenants"], ["tenant"]]) void client.invalidateQueries({ queryKey });
    onClose();
  };
  return (
    <Dialog title={m.tenantSettings.renameTitle} onClose={onClose}>
      <Form action={m.tenantSettings.rename} send={rename} onCancel={onClose}>
        <TextField label={m.tenants.name} name="name" value={tenant.name} required maxLength={255} autoFocus />
      </Form>
    </Dialog>
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
