import { useMessages } from "../../i18n/messages.tsx";
import { useTenantId } from "../../shell/current-user.ts";
import { TenantSettings } from "./tenant-settings.tsx";

export function SettingsPage() {
  const m = useMessages();
  return (
    <div className="page">
      <TenantSettings tenantId={useTenantId()} title={m.settings.title} />
    </div>
  );
}
