import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { exportAudit } from "../../api/audit.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { useCurrentUser } from "../../shell/current-user.ts";
import { timeChoiceOf, timed } from "../../time-range/shown-time.ts";
import { Icon } from "../../ui/icon.tsx";
import { saveBlob } from "../../ui/save-blob.ts";
import { ErrorNote } from "../../ui/states.tsx";
import { AuditCard } from "./audit-card.tsx";
import { useAuditFilter } from "./audit-filter.tsx";

const route = getRouteApi("/audit");

/** Who did what in the tenant, or to the installation [AUD1]. */
export function AuditPage() {
  const m = useMessages();
  const hasTenant = useCurrentUser().tenantId !== undefined;
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const filter = useAuditFilter([timeChoiceOf(search), (time) => void navigate({ search: timed(search, time) })]);
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    setError(undefined);
    await exportAudit(filter.value).then((blob) => saveBlob(blob, "audit.csv"), setError);
    setBusy(false);
  };
  return (
    <div className="page">
      <div className="page-head">
        <div>
          <h1>{m.audit.title}</h1>
          <p className="soft">{hasTenant ? m.audit.text : m.audit.installationText}</p>
        </div>
        <div className="row">
          <ErrorNote error={error} />
          <button type="button" className="button" disabled={isBusy} onClick={() => void save()}>
            <Icon name="download" /> {m.audit.export}
          </button>
        </div>
      </div>
      <AuditCard filter={filter} />
    </div>
  );
}
