import type { AlarmSeverity, ShownAlarm } from "@heliograph/contract";
import { useMessages } from "../../../i18n/messages.tsx";
import { SeverityMark } from "../../../ui/severity.tsx";
import { Ago } from "../../../ui/time.tsx";

interface AlarmCellProps {
  readonly severity: AlarmSeverity | null;
  /** The worst first; undefined while they are on their way. */
  readonly alarms: readonly ShownAlarm[] | undefined;
}

/** The worst alarm by name, since when, and how many there are beside it; its mark is there before its name. */
export function AlarmCell({ severity, alarms }: AlarmCellProps) {
  const m = useMessages();
  const [worst] = alarms ?? [];
  const shown = worst?.severity ?? severity;
  if (!shown || (alarms && !worst && !severity)) return "–";
  const more = (alarms?.length ?? 1) - 1;
  return (
    <span className={`alarm-cell severity-text-${shown.toLowerCase()}`}>
      <SeverityMark severity={shown} size={14} />
      <strong className="cut" title={worst?.type}>
        {worst?.type ?? m.alarms.severities[shown]}
      </strong>
      {worst && (
        <span className="soft">
          <Ago ms={worst.startTs} />
        </span>
      )}
      {more > 0 && <span className="badge">{`+${more}`}</span>}
    </span>
  );
}
