import type { AlarmSeverity, NotificationOccasion } from "@heliograph/contract";
import { Icon } from "./icon.tsx";
import { SeverityMark } from "./severity.tsx";

interface SaidMarkProps {
  readonly of: { readonly severity: AlarmSeverity; readonly occasion: NotificationOccasion };
}

/** How bad it is that is told; what a schedule or a test says is not bad at all. */
export const SaidMark = ({ of: { severity, occasion } }: SaidMarkProps) =>
  isBad(occasion) ? <SeverityMark severity={severity} /> : <Icon name={occasion === "TEST" ? "bell" : "schedules"} />;

export const isBad = (occasion: NotificationOccasion): boolean => occasion !== "SCHEDULED" && occasion !== "TEST";
