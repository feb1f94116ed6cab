import type { DeviceRecord, DeviceViewColumn, DeviceViewField, ListedProject } from "@heliograph/contract";
import { Link } from "@tanstack/react-router";
import type { ShownChannel } from "../../../channels/use-channels.ts";
import { isStale } from "../../../dashboards/stale.ts";
import { shortText } from "../../../format/number.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { Ago, Time } from "../../../ui/time.tsx";
import { attributeName, type PageValues, type RowValues } from "../values/row-values.ts";
import { AlarmCell } from "./alarm-cell.tsx";
import { SmallLine } from "./small-line.tsx";
import type { ColumnHead } from "./use-column-heads.ts";
import { ValueCell } from "./value-cell.tsx";

export interface CellProps {
  readonly device: DeviceRecord;
  /** Null: in none; undefined: there are no projects. */
  readonly project: ListedProject | null | undefined;
  /** Undefined while they are on their way. */
  readonly values: RowValues | undefined;
  readonly isFailed: boolean;
  readonly span: PageValues["span"] | undefined;
  /** When the newest value that came was measured; 0 where none did. */
  readonly heardAt: number;
  readonly latest: (key: string) => { readonly ts: number; readonly value: unknown } | undefined;
  readonly channelOf: (device: DeviceRecord, key: string) => ShownChannel;
  readonly headOf: (key: string) => ColumnHead | undefined;
  readonly rangeOf: (key: string) => readonly [low: number, high: number] | undefined;
}

/** One cell of a device. */
export function Cell({ column, ...row }: CellProps & { readonly column: DeviceViewColumn }) {
  if (column.kind === "FIELD") return <FieldCell field={column.field} {...row} />;
  const { values, isFailed } = row;
  if (!values) return isFailed ? "–" : <span className="skeleton" />;
  if (column.kind === "ATTRIBUTE")
    return <AttributeCell value={values.attributes.get(attributeName(column.scope, column.key))} />;
  const channel = row.channelOf(row.device, column.key);
  if (column.kind === "HISTORY") return <LineCell name={column.key} channel={channel} {...row} />;
  const sample = row.latest(column.key);
  return (
    <ValueCell
      channel={channel}
      sample={sample}
      isStale={sample !== undefined && isStale(sample.ts, row.device)}
      hasUnit={row.headOf(column.key)?.unit !== channel.unitShown}
    />
  );
}

function LineCell({
  name,
  channel,
  values,
  span,
  rangeOf,
}: CellProps & { readonly name: string; readonly channel: ShownChannel }) {
  const m = useMessages();
  const line = values?.lines.get(name);
  if (!values || !Object.hasOwn(values.latest, name)) return "–";
  if (!line || line.times.length === 0 || !span) return <span className="soft">{m.deviceList.noLine}</span>;
  return <SmallLine line={line} span={span} channel={channel} range={rangeOf(name)} />;
}

function AttributeCell({ value }: { readonly value: unknown }) {
  const locale = useLocale();
  if (value === undefined) return "–";
  const text = shortText(value, locale);
  return (
    <span className="cut" title={text}>
      {text}
    </span>
  );
}

function FieldCell({ field, device, project, values, heardAt }: CellProps & { readonly field: DeviceViewField }) {
  const m = useMessages();
  switch (field) {
    case "alarm":
      return <AlarmCell severity={device.alarmSeverity} alarms={values?.alarms} />;
    case "type":
      return (
        <Link to="/types/$typeId" params={{ typeId: device.deviceProfileId.id }} title={device.type}>
          {device.type}
        </Link>
      );
    case "project":
      if (!project) return null;
      return (
        <Link to="/devices" search={{ project: project.id.id }} title={project.name}>
          {project.name}
        </Link>
      );
    case "createdTime":
      return <Time ms={device.createdTime} />;
    case "lastActivityTime":
      return <LastContact device={device} heardAt={heardAt} never={m.devices.never} />;
    default:
      return <span title={device[field] ?? ""}>{device[field]}</span>;
  }
}

interface LastContactProps extends Pick<CellProps, "device" | "heardAt"> {
  readonly never: string;
}

/** The live connection tells when a device becomes active, not every contact: a value that came is one, too [DEV5]. */
function LastContact({ device: { active, lastActivityTime }, heardAt, never }: LastContactProps) {
  const heard = active && heardAt <= Date.now() ? heardAt : 0;
  const last = Math.max(lastActivityTime ?? 0, heard);
  return last === 0 ? never : <Ago ms={last} />;
}
