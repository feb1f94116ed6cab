import type { TenantSettingsRecord } from "@heliograph/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { saveTenantSettings, tenantSettings } from "../../api/administration.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { TextField, textOf } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { LoadedCard } from "../../ui/loaded-card.tsx";
import { toast } from "../../ui/toast.tsx";

const dayMs = 86_400_000;

export function RetentionCard({ tenantId }: { readonly tenantId: string }) {
  const m = useMessages();
  const query = useQuery(tenantSettings(tenantId));
  return (
    <LoadedCard title={m.settings.retention} text={m.settings.retentionText} query={query} lines={3}>
      {(settings) => <RetentionForm tenantId={tenantId} settings={settings} />}
    </LoadedCard>
  );
}

interface RetentionFormProps {
  readonly tenantId: string;
  readonly settings: TenantSettingsRecord;
}

function RetentionForm({ tenantId, settings }: RetentionFormProps) {
  const m = useMessages();
  const client = useQueryClient();
  const save = async (form: FormData) => {
    const days = textOf(form, "days").trim();
    const telemetryRetention = days === "" ? null : Math.round(Number(days) * dayMs);
    client.setQueryData(
      ["settings", tenantId],
      await saveTenantSettings(tenantId, { ...settings, telemetryRetention }),
    );
    toast(m.common.saved);
  };
  const { telemetryRetention } = settings;
  return (
    <Form className="form card-body" action={m.common.save} send={save}>
      <TextField
        label={m.settings.days}
        name="days"
        type="number"
        value={telemetryRetention == null ? "" : String(telemetryRetention / dayMs)}
      />
    </Form>
  );
}
