import { useMessages } from "../../../i18n/messages.tsx";
import { SeverityMark } from "../../../ui/severity.tsx";
import { Ago } from "../../../ui/time.tsx";
import { DeviceLink } from "../../onlooker.tsx";
import { WidgetSays } from "../nothing-to-show.tsx";
import type { WidgetViewProps } from "../widget-view.ts";

export function AlarmListView({ answer }: WidgetViewProps<"ALARM_LIST">) {
  const m = useMessages();
  const { alarms, total } = answer("alarms");
  if (alarms.length === 0) return <WidgetSays icon="check" title={m.dashboards.noAlarms} />;
  return (
    <ul className="widget-list">
      {alarms.map((alarm) => (
        <li key={alarm.id.id}>
          <SeverityMark severity={alarm.severity} />
          <span className="cut">
            <strong>{alarm.type}</strong>{" "}
            <DeviceLink deviceId={alarm.originator.id} tab="alarms">
              {alarm.originatorDisplayName}
            </DeviceLink>
          </span>
          <small className="soft">
            <Ago ms={alarm.startTs} />
          </small>
        </li>
      ))}
      {total > alarms.length && <li className="soft">{m.dashboards.further(total - alarms.length)}</li>}
    </ul>
  );
}
