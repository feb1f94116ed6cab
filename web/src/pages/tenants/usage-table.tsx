import type { TenantLimitsRecord, TenantUsageRecord } from "@heliograph/contract";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { CardTable } from "../../ui/card-table.tsx";
import { nearlyFull, type UsageLine, usageLines } from "./usage-lines.ts";

interface UsageTableProps {
  readonly usage: TenantUsageRecord;
  readonly limits: TenantLimitsRecord;
}

/** What is used beside what may be. */
export function UsageTable({ usage, limits }: UsageTableProps) {
  const m = useMessages();
  const lines = usageLines(usage, limits, m, useLocale());
  return (
    <CardTable className="usage">
      <thead>
        <tr>
          <th>{m.tenantSettings.resource}</th>
          <th className="right">{m.tenantSettings.used}</th>
          <th className="right">{m.tenantSettings.limit}</th>
          <th className="hide-narrow">
            <span className="off-screen">{m.tenantSettings.usage}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.name}>
            <td>{line.name}</td>
            <td className="right nowrap">
              {line.used} <UsageMark line={line} />
            </td>
            <td className="right nowrap">{line.limit ?? <span className="soft">{m.settings.noLimit}</span>}</td>
            <td className="hide-narrow">{line.share !== undefined && <UsageBar line={line} />}</td>
          </tr>
        ))}
      </tbody>
    </CardTable>
  );
}

/** In words, for who does not see the bar. */
export function UsageMark({ line }: { readonly line: UsageLine }) {
  const m = useMessages();
  if (line.share === undefined || line.share < nearlyFull) return null;
  const isFull = line.share >= 1;
  return (
    <span className={isFull ? "badge bad" : "badge warn"}>
      {isFull ? m.tenantSettings.full : m.tenantSettings.nearlyFull}
    </span>
  );
}

function UsageBar({ line }: { readonly line: UsageLine }) {
  const m = useMessages();
  return (
    <meter
      className="usage-bar"
      min={0}
      max={1}
      high={nearlyFull}
      value={line.share}
      aria-label={`${line.name}: ${m.tenantSettings.usageOf(line.used, line.limit ?? "")}`}
    />
  );
}
