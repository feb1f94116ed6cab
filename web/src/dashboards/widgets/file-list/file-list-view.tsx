import { bytesText } from "../../../format/number.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { Time } from "../../../ui/time.tsx";
import { WidgetSays } from "../nothing-to-show.tsx";
import { deviceOf, type WidgetViewProps } from "../widget-view.ts";
import { FileName } from "./file-name.tsx";

export function FileListView({ options, answer }: WidgetViewProps<"FILE_LIST">) {
  const m = useMessages();
  const locale = useLocale();
  const { files, devices, total } = answer("files");
  if (files.length === 0) return <WidgetSays icon="file" title={m.dashboards.noFiles} />;
  return (
    <ul className="widget-list widget-files">
      {files.map((file) => (
        <li key={`${file.deviceId} ${file.tag} ${file.name}`}>
          <FileName file={file} hasViewer={options.viewer ?? false} />
          <small className="soft cut">
            {deviceOf(devices, file.deviceId)?.name} · <Time ms={file.startTime} />
            {file.size !== null && ` · ${bytesText(file.size, locale)}`}
          </small>
        </li>
      ))}
      {total > files.length && <li className="soft">{m.dashboards.further(total - files.length)}</li>}
    </ul>
  );
}
