import type { ShownDevice, WidgetOptions } from "@heliograph/contract";
import { severityOf } from "@heliograph/contract/channel-meaning";
import { shownText } from "../../../channels/channel-text.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { SeverityMark } from "../../../ui/severity.tsx";
import { Ago, Time } from "../../../ui/time.tsx";
import { historyRows } from "../../history-rows.ts";
import type { QuestionAnswer } from "../../page-answer.ts";
import type { ChannelOf } from "../../series-lines.ts";
import { staleClass } from "../../stale.ts";
import { StaleAge } from "../../stale-age.tsx";
import { WidgetSays } from "../nothing-to-show.tsx";
import type { WidgetViewProps } from "../widget-view.ts";
import { commonKeys } from "./common-keys.ts";
import { RowName } from "./row-name.tsx";

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
  const shown = keys.length > 0 ? keys : commonKeys(latest, channelOf);
  if (latest.devices.length === 0) return <WidgetSays icon="devices" title={m.dashboards.noDevices} />;
  const holder = (key: string) =>
    latest.devices.find(({ id }) => Object.hasOwn(latest.latest.get(id.id) ?? {}, key)) ?? latest.devices[0];
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
              <ChannelHead key={key} {...{ channelOf, device: holder(key), name: key }} />
            ))}
          </tr>
        </thead>
        <tbody>
          {latest.devices.map((device) => (
            <DeviceRow
              key={device.id.id}
              {...{ device, columns, keys: shown, latest, channelOf }}
              opens={options.opens}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface HeadProps {
  readonly channelOf: ChannelOf;
  readonly device: ShownDevice | undefined;
  readonly name: string;
}

function ChannelHead({ channelOf, device, name }: HeadProps) {
  const { title, unitShown } = channelOf(device, name);
  return (
    <th className="right">
      {title} <span className="soft">{unitShown}</span>
    </th>
  );
}

interface RowProps {
  readonly device: ShownDevice;
  readonly columns: readonly Column[];
  readonly keys: readonly string[];
  readonly latest: QuestionAnswer;
  readonly channelOf: ChannelOf;
  readonly opens: string | undefined;
}

function DeviceRow({ device, columns, keys, latest, channelOf, opens }: RowProps) {
  const values = latest.latest.get(device.id.id) ?? {};
  const newest = Math.max(0, ...Object.values(values).map(({ ts }) => ts)) || undefined;
  return (
    <tr>
      <td>
        <RowName {...{ device, opens }} /> {!columns.includes("CONTACT") && <StaleAge ts={newest} device={device} />}
      </td>
      {columns.map((column) => (
        <td key={column}>
          <DeviceCell device={device} column={column} />
        </td>
      ))}
      {keys.map((key) => {
        const sample = Object.hasOwn(values, key) ? values[key] : undefined;
        const stale = sample ? staleClass(sample.ts, device) : "";
        return <ValueCell key={key} channel={channelOf(device, key)} value={sample?.value} stale={stale} />;
      })}
    </tr>
  );
}

interface ValueCellProps {
  readonly channel: ReturnType<ChannelOf>;
  readonly value: unknown;
  readonly stale?: string;
}

/** Coloured by the limits of its channel. */
function ValueCell({ channel, value, stale = "" }: ValueCellProps) {
  const locale = useLocale();
  if (value === undefined) return <td className="right value">–</td>;
  return (
    <td className={`right value severity-of-${severityOf(channel, value)}${stale}`}>
      {shownText(channel, value, locale)}
    </td>
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
                {hasSeveral && known.get(deviceId)?.name} {channelOf(known.get(deviceId), key).title}{" "}
                <span className="soft">{channelOf(known.get(deviceId), key).unitShown}</span>
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
                <ValueCell
                  key={`${deviceId} ${key}`}
                  channel={channelOf(known.get(deviceId), key)}
                  value={values[at]}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
