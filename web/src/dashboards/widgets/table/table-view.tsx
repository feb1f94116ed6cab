import { type ShownDevice, shownKeysAtMost, type WidgetOptions } from "@heliograph/contract";
import { severityOf } from "@heliograph/contract/channel-meaning";
import { channelText } from "../../../channels/channel-text.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { SeverityMark } from "../../../ui/severity.tsx";
import { Ago, Time } from "../../../ui/time.tsx";
import { historyRows } from "../../history-rows.ts";
import { DeviceLink } from "../../onlooker.tsx";
import type { QuestionAnswer } from "../../page-answer.ts";
import type { ChannelOf } from "../../series-lines.ts";
import { WidgetSays } from "../nothing-to-show.tsx";
import type { WidgetViewProps } from "../widget-view.ts";

/** The newest values, a row for each device; or the history, a row for each moment. */
export function TableView(props: WidgetViewProps<"TABLE">) {
  return props.options.rows === "HISTORY" ? <HistoryTable {...props} /> : <DeviceTable {...props} />;
}

type Column = NonNullable<WidgetOptions<"TABLE">["columns"]>[number];

function DeviceTable({ options, answer, channelOf }: WidgetViewProps<"TABLE">) {
  const m = useMessages();
  const latest = answer("latest");
  const columns = options.columns ?? [];
  const keys = options.channels.flatMap(({ key }) => key ?? []);
  const shown = keys.length > 0 ? keys : everyKey(latest);
  if (latest.devices.length === 0) return <WidgetSays icon="devices" title={m.dashboards.noDevices} />;
  const [first] = latest.devices;
  return (
    <div className="table-scroll">
      <table className="table">
        <thead>
          <tr>
            <th>{m.common.name}</th>
            {columns.map((column) => (
              <th key={column}>{m.dashboards.columns[column]}</th>
            ))}
            {shown.map((key) => (
              <ChannelHead key={key} {...{ channelOf, device: first, name: key, label: labelOf(options, key) }} />
            ))}
          </tr>
        </thead>
        <tbody>
          {latest.devices.map((device) => (
            <DeviceRow key={device.id.id} {...{ device, columns, keys: shown, latest, channelOf }} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const everyKey = ({ latest }: QuestionAnswer): string[] =>
  [...new Set([...latest.values()].flatMap((values) => Object.keys(values)))].sort().slice(0, shownKeysAtMost);

/** Another name than that of the device type. */
const labelOf = ({ channels }: WidgetOptions<"TABLE">, key: string): string | undefined =>
  channels.find((channel) => channel.key === key)?.label;

interface HeadProps {
  readonly channelOf: ChannelOf;
  readonly device: ShownDevice | undefined;
  readonly name: string;
  readonly label: string | undefined;
}

function ChannelHead({ channelOf, device, name, label }: HeadProps) {
  const { title, unitShown } = channelOf(device, name);
  return (
    <th className="right">
      {label ?? title} <span className="soft">{unitShown}</span>
    </th>
  );
}

interface RowProps {
  readonly device: ShownDevice;
  readonly columns: readonly Column[];
  readonly keys: readonly string[];
  readonly latest: QuestionAnswer;
  readonly channelOf: ChannelOf;
}

function DeviceRow({ device, columns, keys, latest, channelOf }: RowProps) {
  const locale = useLocale();
  const values = latest.latest.get(device.id.id) ?? {};
  return (
    <tr>
      <td>
        <DeviceLink deviceId={device.id.id}>{device.name}</DeviceLink>
      </td>
      {columns.map((column) => (
        <td key={column}>
          <DeviceCell device={device} column={column} />
        </td>
      ))}
      {keys.map((key) => {
        const sample = Object.hasOwn(values, key) ? values[key] : undefined;
        const channel = channelOf(device, key);
        return (
          <td key={key} className={`right value severity-of-${sample ? severityOf(channel, sample.value) : "normal"}`}>
            {sample ? channelText(channel, sample.value, locale) : "–"}
          </td>
        );
      })}
    </tr>
  );
}

function DeviceCell({ device, column }: { readonly device: ShownDevice; readonly column: Column }) {
  if (column === "TYPE") return device.type;
  if (column === "LABEL") return device.label ?? "–";
  if (column === "ALARMS") return device.alarmSeverity ? <SeverityMark severity={device.alarmSeverity} /> : "–";
  return device.lastActivityTime === null ? "–" : <Ago ms={device.lastActivityTime} />;
}

function HistoryTable({ answer, channelOf }: WidgetViewProps<"TABLE">) {
  const m = useMessages();
  const locale = useLocale();
  const { series, devices } = answer("history");
  const { columns, rows } = historyRows(series);
  if (rows.length === 0) return <WidgetSays icon="history" title={m.dashboards.noValues} />;
  const known = new Map(devices.map((device) => [device.id.id, device]));
  const hasSeveral = new Set(columns.map(({ deviceId }) => deviceId)).size > 1;
  return (
    <div className="table-scroll">
      <table className="table">
        <thead>
          <tr>
            <th>{m.dashboards.time}</th>
            {columns.map(({ deviceId, key }) => (
              <th key={`${deviceId} ${key}`} className="right">
                {hasSeveral && known.get(deviceId)?.name} {channelOf(known.get(deviceId), key).title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ ts, values }) => (
            <tr key={ts}>
              <td>
                <Time ms={ts} />
              </td>
              {columns.map(({ deviceId, key }, at) => (
                <td key={`${deviceId} ${key}`} className="right value">
                  {values[at] === undefined
                    ? "–"
                    : channelText(channelOf(known.get(deviceId), key), values[at], locale)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
