import { useMessages } from "../../i18n/messages.tsx";
import { TextField } from "../../ui/field.tsx";
import { daysIn, daysText, SettingsSection } from "./settings-section.tsx";

export function RetentionSection({ tenantId }: { readonly tenantId: string }) {
  const m = useMessages();
  return (
    <SettingsSection
      id="retention"
      tenantId={tenantId}
      title={m.settings.retention}
      text={m.settings.retentionText}
      questionOf={({ telemetryRetention: before }, { telemetryRetention: after }) =>
        isShorter(before, after)
          ? {
              title: m.tenantSettings.retentionTitle,
              text: m.tenantSettings.retentionText(m.tenantSettings.daysLong(daysText(after))),
              action: m.tenantSettings.retentionAction,
            }
          : undefined
      }
      changeIn={(form) => ({ telemetryRetention: daysIn(form, "days", m.tenantSettings.badDays) })}
    >
      {({ telemetryRetention }) => (
        <TextField label={m.settings.days} name="days" type="number" value={daysText(telemetryRetention)} />
      )}
    </SettingsSection>
  );
}

/** Without a time everything is kept. */
const isShorter = (before: number | null | undefined, after: number | null | undefined): boolean =>
  after != null && after < (before ?? Infinity);

export function HistorySection({ tenantId }: { readonly tenantId: string }) {
  const m = useMessages();
  return (
    <SettingsSection
      id="historical"
      tenantId={tenantId}
      title={m.tenantSettings.historical}
      text={m.tenantSettings.historicalText}
      changeIn={(form) => ({ historyDepth: daysIn(form, "back", m.tenantSettings.badDays) })}
    >
      {({ historyDepth }) => (
        <TextField label={m.tenantSettings.historicalDays} name="back" type="number" value={daysText(historyDepth)} />
      )}
    </SettingsSection>
  );
}
