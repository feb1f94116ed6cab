import type { TenantWithUsage } from "@heliograph/contract";
import { Link } from "@tanstack/react-router";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { CardTable } from "../../ui/card-table.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Time } from "../../ui/time.tsx";
import { type UsageLine, usageLines } from "./usage-lines.ts";
import { UsageMark } from "./usage-table.tsx";

interface TenantTableProps {
  readonly tenants: readonly TenantWithUsage[];
  readonly onDo: (what: "delete" | "rename" | "open", tenant: TenantWithUsage) => void;
}

/** Tenants with what they use; all of it is on their page of settings. */
export function TenantTable({ tenants, onDo }: TenantTableProps) {
  const m = useMessages();
  const t = m.tenantSettings;
  return (
    <CardTable className="tenants">
      <thead>
        <tr>
          <th>{m.tenants.name}</th>
          {[t.devices, t.users, t.seriesUsed, t.files, t.points].map((name) => (
            <th key={name} className="right hide-narrow">
              {name}
            </th>
          ))}
          <th className="hide-narrow">{m.device.createdTime}</th>
          <th className="right">{m.common.actions}</th>
        </tr>
      </thead>
      <tbody>
        {tenants.map((tenant) => (
          <TenantRow key={tenant.id.id} tenant={tenant} onDo={onDo} />
        ))}
      </tbody>
    </CardTable>
  );
}

/** The columns among the lines of what is used. */
const shownLines = [0, 1, 2, 3, 6];

function TenantRow({ tenant, onDo }: Pick<TenantTableProps, "onDo"> & { readonly tenant: TenantWithUsage }) {
  const m = useMessages();
  const lines = usageLines(tenant.usage, tenant.limits, m, useLocale());
  const tenantId = tenant.id.id;
  return (
    <tr>
      <td className="break">
        {tenant.name}
        <small className="narrow-only">
          {lines[0] && (
            <>
              {lines[0].name}: <UsageCell line={lines[0]} />
            </>
          )}
        </small>
      </td>
      {shownLines.map((at) => (
        <td key={at} className="right nowrap hide-narrow">
          {lines[at] && <UsageCell line={lines[at]} />}
        </td>
      ))}
      <td className="soft nowrap hide-narrow">
        <Time ms={tenant.createdTime} />
      </td>
      <td className="right">
        <div className="row tenant-actions">
          <button
            type="button"
            className="button small"
            aria-label={`${m.opened.open}: ${tenant.name}`}
            onClick={() => onDo("open", tenant)}
          >
            <Icon name="right" /> <span className="hide-narrow">{m.opened.open}</span>
          </button>
          <Link
            to="/tenants/$tenantId/users"
            params={{ tenantId }}
            className="button small"
            aria-label={`${m.tenants.users}: ${tenant.name}`}
          >
            <Icon name="users" /> <span className="hide-narrow">{m.tenants.users}</span>
          </Link>
          <Link
            to="/tenants/$tenantId/settings"
            params={{ tenantId }}
            className="button small"
            aria-label={`${m.settings.title}: ${tenant.name}`}
          >
            <Icon name="settings" /> <span className="hide-narrow">{m.settings.title}</span>
          </Link>
          <button
            type="button"
            className="button ghost square small"
            aria-label={`${m.tenantSettings.rename}: ${tenant.name}`}
            onClick={() => onDo("rename", tenant)}
          >
            <Icon name="edit" />
          </button>
          <button
            type="button"
            className="button ghost square small"
            aria-label={`${m.common.delete}: ${tenant.name}`}
            onClick={() => onDo("delete", tenant)}
          >
            <Icon name="trash" />
          </button>
        </div>
      </td>
    </tr>
  );
}

function UsageCell({ line }: { readonly line: UsageLine }) {
  return (
    <>
      {line.used}
      {line.limit !== undefined && <small> / {line.limit}</small>} <UsageMark line={line} />
    </>
  );
}
