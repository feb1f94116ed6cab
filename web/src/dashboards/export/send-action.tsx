import { Link } from "@tanstack/react-router";
import { useMessages } from "../../i18n/messages.tsx";
import { useMay } from "../../shell/current-user.ts";
import { timeChoiceOf } from "../../time-range/shown-time.ts";
import { Icon } from "../../ui/icon.tsx";
import type { HeaderActionProps } from "../header-action.ts";

/** By mail, by a schedule: for who may make reports [SCH2]. */
export function SendAction({ record, search: { choice, ...time } }: HeaderActionProps) {
  const m = useMessages();
  const may = useMay();
  if (!may("EDIT_SCHEDULES") || !may("VIEW_TELEMETRY")) return null;
  return (
    <Link
      to="/reports"
      search={{ dashboard: record.id.id, ...timeChoiceOf(time), ...(choice && { choice }) }}
      className="button"
    >
      <Icon name="mail" /> {m.dashboards.sendAsPdf}
    </Link>
  );
}
