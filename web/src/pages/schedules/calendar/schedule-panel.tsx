import type { ScheduleRecord } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { runsShown, schedule, scheduleForecast, scheduleRuns } from "../../../api/schedules.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useMay } from "../../../shell/current-user.ts";
import { Icon } from "../../../ui/icon.tsx";
import { ErrorState, Skeleton } from "../../../ui/states.tsx";
import { Time } from "../../../ui/time.tsx";
import { Forecast } from "../editor/forecast-card.tsx";
import { RunBadge, useRunText } from "../run-outcome.tsx";
import { EnabledSwitch, RunButton } from "../schedule-actions.tsx";
import { ScheduleText } from "../schedule-text.tsx";

interface SchedulePanelProps {
  readonly scheduleId: string;
  readonly onClose: () => void;
}

/** The schedule whose run was chosen, beside the calendar. */
export function SchedulePanel({ scheduleId, onClose }: SchedulePanelProps) {
  const m = useMessages();
  const { data, error, refetch } = useQuery(schedule(scheduleId));
  return (
    <aside className="card schedule-panel" aria-label={data?.name ?? m.schedules.title}>
      {data ? (
        <Content schedule={data} onClose={onClose} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="card-body">
          <Skeleton />
        </div>
      )}
    </aside>
  );
}

function Content({ schedule: shown, onClose }: { readonly schedule: ScheduleRecord; readonly onClose: () => void }) {
  const m = useMessages();
  const mayEdit = useMay()("EDIT_SCHEDULES");
  const forecast = useQuery(scheduleForecast(shown.timing, shown.timeZone));
  return (
    <>
      <div className="card-head">
        <h2 className="break">{shown.name}</h2>
        <span className="row">
          <EnabledSwitch schedule={shown} isReadOnly={!mayEdit} />
          <button type="button" className="button ghost square" aria-label={m.common.close} onClick={onClose}>
            <Icon name="close" />
          </button>
        </span>
      </div>
      <div className="card-body stack">
        <p className="break">
          <ScheduleText schedule={shown} />
        </p>
        <h3>{m.schedules.forecast}</h3>
        <Forecast forecast={forecast} timing={shown.timing} isOn={shown.enabled} />
        <h3>{m.schedules.history}</h3>
        <LastRuns scheduleId={shown.id.id} />
        <div className="row">
          {mayEdit && <RunButton schedule={shown} />}
          <Link to="/schedules/$scheduleId" params={{ scheduleId: shown.id.id }} className="button">
            <Icon name={mayEdit ? "edit" : "eye"} /> {mayEdit ? m.common.edit : m.schedules.sentence}
          </Link>
        </div>
      </div>
    </>
  );
}

const lastShown = 4;

function LastRuns({ scheduleId }: { readonly scheduleId: string }) {
  const m = useMessages();
  const textOf = useRunText();
  const { data } = useQuery(scheduleRuns(scheduleId, runsShown));
  if (!data) return <Skeleton lines={2} />;
  if (data.data.length === 0) return <p className="soft">{m.schedules.noHistory}</p>;
  return (
    <ul className="run-list">
      {data.data.slice(0, lastShown).map((run) => (
        <li key={run.dueTime}>
          <span>
            <Time ms={run.dueTime} />
          </span>
          <RunBadge run={run} />
          <small className="run-note soft break">{textOf(run)}</small>
        </li>
      ))}
    </ul>
  );
}
