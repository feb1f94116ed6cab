import { Link } from "@tanstack/react-router";
import { bytesText } from "../../format/number.ts";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { SeverityMark } from "../../ui/severity.tsx";
import { Ago, Time } from "../../ui/time.tsx";
import { WidgetSays } from "./nothing-to-show.tsx";
import { deviceOf, type WidgetViewProps } from "./widget-view.ts";

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
            <Link to="/devices/$deviceId/alarms" params={{ deviceId: alarm.originator.id }}>
              {alarm.originatorDisplayName}
            </Link>
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

export function FileListView({ answer }: WidgetViewProps<"FILE_LIST">) {
  const m = useMessages();
  const locale = useLocale();
  const { files, devices, total } = answer("files");
  if (files.length === 0) return <WidgetSays icon="file" title={m.dashboards.noFiles} />;
  return (
    <ul className="widget-list">
      {files.map((file) => (
        <li key={`${file.deviceId} ${file.tag} ${file.name}`}>
          <span className="cut">
            <Link to="/devices/$deviceId/files" params={{ deviceId: file.deviceId }} title={file.name}>
              {file.name.split("/").at(-1)}
            </Link>{" "}
            <small className="soft">{deviceOf(devices, file.deviceId)?.name}</small>
          </span>
          <small className="soft">
            {file.size !== null && bytesText(file.size, locale)} <Time ms={file.startTime} />
          </small>
        </li>
      ))}
      {total > files.length && <li className="soft">{m.dashboards.further(total - files.length)}</li>}
    </ul>
  );
}
