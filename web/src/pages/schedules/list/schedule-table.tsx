import type { ScheduleRecord, ScheduleRunRecord } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { scheduleCalendar } from "../../../api/schedules.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useMay } from "../../../shell/current-user.ts";
import { CardTable } from "../../../ui/card-table.tsx";
import { RowButton } from "../../../ui/row-button.tsx";
import { Ago, Time, Until } from "../../../ui/time.tsx";
import { HistoryButton } from "../../audit/history-dialog.tsx";
import { RunBadge } from "../run-outcome.tsx";
import { DeleteSchedule, EnabledSwitch } from "../schedule-actions.tsx";
import { ScheduleText } from "../schedule-text.tsx";

/** Schedules with when they run next and what became of their last run. */
export function ScheduleTable({ schedules }: { readonly schedules: readonly ScheduleRecord[] }) {
  const m = useMessages();
  const mayEdit = useMay()("EDIT_SCHEDULES");
  const last = useLastRuns();
  const [leaving, setLeaving] = useState<ScheduleRecord>();
  return (
    <>
      <CardTable className="rule-table">
        <thead>
          <tr>
            <th>{m.common.name}</th>
            <th className="hide-narrow">{m.schedules.next}</th>
            <th className="hide-narrow">{m.schedules.last}</th>
            <th>{m.schedules.on}</th>
            <th className="right hide-narrow">{m.common.actions}</th>
          </tr>
        </thead>
        <tbody>
          {schedules.map((schedule) => (
            <ScheduleRow
              key={schedule.id.id}
              schedule={schedule}
              last={last?.get(schedule.id.id)}
              mayEdit={mayEdit}
              onDelete={() => setLeaving(schedule)}
            />
          ))}
        </tbody>
      </CardTable>
      {leaving && <DeleteSchedule schedule={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  );
}

const lookedBackMs = 31 * 86_400_000;
const hourMs = 3_600_000;

/** The last run of each, of those of a month. */
function useLastRuns(): ReadonlyMap<string, ScheduleRunRecord> | undefined {
  const [now] = useState(() => Math.ceil(Date.now() / hourMs) * hourMs);
  const { data } = useQuery(scheduleCalendar(now - lookedBackMs, now));
  return useMemo(() => {
    const newest = data?.flatMap(({ scheduleId, runs }) => {
      const [first] = runs.toSorted((a, b) => b.dueTime - a.dueTime);
      return first ? [[scheduleId.id, first] as const] : [];
    });
    return newest && new Map(newest);
  }, [data]);
}

interface ScheduleRowProps {
  readonly schedule: ScheduleRecord;
  readonly last: ScheduleRunRecord | undefined;
  readonly mayEdit: boolean;
  readonly onDelete: () => void;
}

function ScheduleRow({ schedule, last, mayEdit, onDelete }: ScheduleRowProps) {
  const m = useMessages();
  const { id, name, nextTime } = schedule;
  return (
    <tr>
      <td>
        <Link to="/schedules/$scheduleId" params={{ scheduleId: id.id }} className="break" data-opens>
          {name}
        </Link>
        <small className="clamp soft">
          <ScheduleText schedule={schedule} />
        </small>
        <small className="only-narrow soft">
          {nextTime !== null && (
            <>
              {m.schedules.next}: <Until ms={nextTime} />
            </>
          )}
        </small>
      </td>
      <td className="hide-narrow nowrap">
        {nextTime === null ? (
          <span className="soft">{m.schedules.notPlanned}</span>
        ) : (
          <>
            <Time ms={nextTime} />
            <small className="block soft">
              <Until ms={nextTime} />
            </small>
          </>
        )}
      </td>
      <td className="hide-narrow nowrap">
        {last ? (
          <>
            <RunBadge run={last} />{" "}
            <small className="block soft">
              <Ago ms={last.dueTime} />
            </small>
          </>
        ) : (
          <span className="soft">{m.schedules.never}</span>
        )}
      </td>
      <td>
        <EnabledSwitch schedule={schedule} isReadOnly={!mayEdit} />
      </td>
      <td className="right nowrap hide-narrow">
        <HistoryButton type="SCHEDULE" id={id.id} name={name} />
        {mayEdit && <RowButton icon="trash" label={m.common.delete} of={name} onClick={onDelete} />}
      </td>
    </tr>
  );
}
