import type { AlarmSeverity } from "@heliograph/contract";
import { useMessages } from "../i18n/messages.tsx";

/** Told apart by shape as well as by colour: octagon, triangle, diamond, hollow triangle, dashed ring. */
const shapes: Record<AlarmSeverity, string> = {
  CRITICAL: "M7.500 1.500h9l6 6v9l-6 6h-9l-6-6v-9z",
  MAJOR: "M12 2 23 21.500H1z",
  MINOR: "M12 1.500 22.500 12 12 22.500 1.500 12z",
  WARNING: "M12 4 21 20H3z",
  INDETERMINATE: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
};

const hollow: ReadonlySet<AlarmSeverity> = new Set<AlarmSeverity>(["WARNING", "INDETERMINATE"]);

/** The mark alone, with its word for who cannot see it. */
export function SeverityMark({ severity, size = 16 }: { readonly severity: AlarmSeverity; readonly size?: number }) {
  const m = useMessages();
  return (
    <svg
      className={`severity-mark severity-${severity.toLowerCase()}`}
      data-hollow={hollow.has(severity) || undefined}
      viewBox="0 0 24 24"
      width={size}
      height={size}
      role="img"
      aria-label={m.alarms.severities[severity]}
    >
      <path d={shapes[severity]} strokeDasharray={severity === "INDETERMINATE" ? "4 3" : undefined} />
      {(severity === "CRITICAL" || severity === "MAJOR") && (
        <path className="severity-sign" d={severity === "CRITICAL" ? "M12 6.500v7M12 17v.01" : "M12 9v6M12 18v.01"} />
      )}
    </svg>
  );
}

/** Shape, colour and word. */
export function Severity({ severity }: { readonly severity: AlarmSeverity }) {
  const m = useMessages();
  return (
    <span className={`severity severity-text-${severity.toLowerCase()}`}>
      <span aria-hidden="true" className="severity-shape">
        <SeverityMark severity={severity} />
      </span>
      {m.alarms.severities[severity]}
    </span>
  );
}
