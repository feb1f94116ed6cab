import type { AlarmInfoRecord, AlarmStatus } from "@heliograph/contract";
import { Fragment } from "react";
import { durationText } from "../../format/duration.ts";
import { dateTimeText } from "../../format/time.ts";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { CardTable } from "../../ui/card-table.tsx";
import { Severity, SeverityMark } from "../../ui/severity.tsx";
import { Ago } from "../../ui/time.tsx";
import { AlarmDevice } from "./alarm-device.tsx";

interface AlarmTableProps {
  readonly alarms: readonly AlarmInfoRecord[];
  /** All of one device: no need to name it in each row. */
  readonly isOfOne: boolean;
  readonly selected: ReadonlySet<string>;
  readonly current: string | undefined;
  readonly maySelect: boolean;
  readonly onSelect: (ids: readonly string[], isSelected: boolean) => void;
  readonly onOpen: (alarm: AlarmInfoRecord) => void;
}

/** In groups of their state, as the server orders them. */
export function AlarmTable(props: AlarmTableProps) {
  const m = useMessages();
  const { alarms, isOfOne, selected, maySelect, onSelect } = props;
  const ids = alarms.map(({ id }) => id.id);
  const groups = [...new Set(alarms.map(({ status }) => status))];
  return (
    <div className="table-scroll">
      <CardTable className="alarm-table">
        <thead>
          <tr>
            {maySelect && (
              <th className="narrow-cell">
                <input
                  type="checkbox"
                  aria-label={m.alarms.selectAll}
                  checked={ids.length > 0 && ids.every((id) => selected.has(id))}
                  onChange={({ target }) => onSelect(ids, target.checked)}
                />
              </th>
            )}
            <th className="alarm-severity">
              <span>{m.alarms.severity}</span>
            </th>
            <th>{m.alarms.type}</th>
            {!isOfOne && <th>{m.alarms.device}</th>}
            <th>{m.alarms.since}</th>
            <th>{m.alarms.lasts}</th>
            <th>{m.alarms.assigned}</th>
          </tr>
        </thead>
        <tbody>
          {groups.map((status) => (
            <Group key={status} {...props} status={status} />
          ))}
        </tbody>
      </CardTable>
    </div>
  );
}

function Group({ status, ...props }: AlarmTableProps & { readonly status: AlarmStatus }) {
  const m = useMessages();
  const columns = 5 + (props.isOfOne ? 0 : 1) + (props.maySelect ? 1 : 0);
  return (
    <Fragment>
      <tr>
        <th scope="rowgroup" colSpan={columns}>
          {m.alarms.statuses[status]}
        </th>
      </tr>
      {props.alarms
        .filter((alarm) => alarm.status === status)
        .map((alarm) => (
          <Row key={alarm.id.id} {...props} alarm={alarm} />
        ))}
    </Fragment>
  );
}

type RowProps = AlarmTableProps & { readonly alarm: AlarmInfoRecord };

function Row({ alarm, isOfOne, selected, current, maySelect, onSelect, onOpen }: RowProps) {
  const m = useMessages();
  const id = alarm.id.id;
  return (
    <tr data-selected={selected.has(id) || undefined} data-current={id === current || undefined} data-alarm={id}>
      {maySelect && (
        <td className="narrow-cell">
          <input
            type="checkbox"
            aria-label={m.alarms.select(`${alarm.type}, ${alarm.originatorName}`)}
            checked={selected.has(id)}
            onChange={({ target }) => onSelect([id], target.checked)}
          />
        </td>
      )}
      <td className="alarm-severity">
        <Severity severity={alarm.severity} />
      </td>
      <td className="alarm-type">
        <span className="alarm-mark">
          <SeverityMark severity={alarm.severity} />
        </span>{" "}
        <button
          type="button"
          className="alarm-open"
          aria-expanded={id === current}
          data-opens
          onClick={() => onOpen(alarm)}
        >
          {alarm.type}
        </button>{" "}
        <Silence alarm={alarm} />
      </td>
      {!isOfOne && (
        <td className="break">
          <AlarmDevice alarm={alarm} />
        </td>
      )}
      <td className="nowrap">
        <Ago ms={alarm.startTs} />
      </td>
      <td className="nowrap">
        <Lasts alarm={alarm} />
      </td>
      <td className="break">{alarm.assignee?.email ?? <span className="soft">{m.alarms.nobody}</span>}</td>
    </tr>
  );
}

/** Until it was cleared, or until now. */
export function Lasts({ alarm }: { readonly alarm: AlarmInfoRecord }) {
  const locale = useLocale();
  const end = alarm.cleared ? alarm.clearTs : Date.now();
  return <>{durationText(Math.max(0, end - alarm.startTs), locale)}</>;
}

/** Why nobody is told of it for now. */
export function Silence({ alarm: { shelved, maintenance } }: { readonly alarm: AlarmInfoRecord }) {
  const m = useMessages();
  const locale = useLocale();
  return (
    <>
      {shelved && (
        <span className="badge" title={shelved.reason}>
          {m.alarms.shelvedUntil(dateTimeText(shelved.until, locale))}
        </span>
      )}{" "}
      {maintenance && <span className="badge">{m.alarms.maintenance(maintenance)}</span>}
    </>
  );
}
