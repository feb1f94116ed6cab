import { type AlarmSeverity, alarmSeverities } from "@heliograph/contract";
import { useMessages } from "../../../i18n/messages.tsx";
import { Severity } from "../../../ui/severity.tsx";
import { ChoiceEdit } from "../../device-types/edit-fields.tsx";
import { Chip } from "./chip.tsx";

interface SeverityChipProps {
  readonly severity: AlarmSeverity;
  readonly path: string;
  readonly onChange: (severity: AlarmSeverity) => void;
  readonly onRemove?: (() => void) | undefined;
}

export function SeverityChip({ severity, path, onChange, onRemove }: SeverityChipProps) {
  const m = useMessages();
  return (
    <Chip label={m.rules.form.severity} text={<Severity severity={severity} />} path={path}>
      <ChoiceEdit
        label={m.rules.form.severity}
        value={severity}
        options={alarmSeverities.map((one) => [one, m.alarms.severities[one]] as const)}
        onChange={onChange}
      />
      {onRemove && (
        <button type="button" className="button small" onClick={onRemove}>
          {m.rules.form.removeSeverity}
        </button>
      )}
    </Chip>
  );
}
