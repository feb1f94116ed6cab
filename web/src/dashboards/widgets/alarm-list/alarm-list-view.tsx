import type { ShownAlarm, ShownDevice } from "@heliograph/contract";
import { shownText } from "../../../channels/channel-text.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { SeverityMark } from "../../../ui/severity.tsx";
import { Ago } from "../../../ui/time.tsx";
import { DeviceLink } from "../../onlooker.tsx";
import type { ChannelOf } from "../../series-lines.ts";
import { WidgetSays } from "../nothing-to-show.tsx";
import { deviceOf, type WidgetViewProps } from "../widget-view.ts";
import { AcknowledgeButton } from "./acknowledge-button.tsx";
import { alarmValue } from "./alarm-value.ts";

/** Alarms with what caused them; whoever may acknowledges them here [DSH3]. */
export function AlarmListView({ answer, channelOf }: WidgetViewProps<"ALARM_LIST">) {
  const m = useMessages();
  const { alarms, devices, total } = answer("alarms");
  if (alarms.length === 0) return <WidgetSays icon="check" title={m.dashboards.noAlarms} />;
  return (
    <ul className="widget-list widget-alarms">
      {alarms.map((alarm) => (
        <li key={alarm.id.id}>
          <SeverityMark severity={alarm.severity} />
          <span className="cut">
            <strong>{alarm.type}</strong>{" "}
            <DeviceLink deviceId={alarm.originator.id} tab="alarms">
              {alarm.originatorDisplayName}
            </DeviceLink>{" "}
            <Cause alarm={alarm} device={deviceOf(devices, alarm.originator.id)} channelOf={channelOf} />
          </span>
          <small className="soft">
            <Ago ms={alarm.startTs} />
          </small>
          <AcknowledgeButton alarm={alarm} />
        </li>
      ))}
      {total > alarms.length && <li className="soft">{m.dashboards.further(total - alarms.length)}</li>}
    </ul>
  );
}

interface CauseProps {
  readonly alarm: ShownAlarm;
  readonly device: ShownDevice | undefined;
  readonly channelOf: ChannelOf;
}

function Cause({ alarm, device, channelOf }: CauseProps) {
  const locale = useLocale();
  const caused = alarmValue(alarm.details);
  if (!caused) return null;
  const channel = channelOf(device, caused.key);
  return (
    <span className="soft value" title={channel.title}>
      {shownText(channel, caused.value, locale)} {channel.unitShown}
    </span>
  );
}
