import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useMessages } from "../../i18n/messages.tsx";
import { type TimeChoice, timeChoiceOf, timed } from "../../time-range/shown-time.ts";
import { AlarmInbox } from "./alarm-inbox.tsx";
import { AlarmStatisticsCard } from "./alarm-statistics.tsx";

const route = getRouteApi("/alarms");

/** The inbox [ALM4]. */
export function AlarmsPage() {
  const m = useMessages();
  const { alarm, ...shown } = route.useSearch();
  const navigate = route.useNavigate();
  const open = (alarmId: string | undefined) =>
    void navigate({ search: alarmId === undefined ? shown : { ...shown, alarm: alarmId }, replace: true });
  const chooseTime = (time: TimeChoice) =>
    void navigate({ search: { ...timed(shown, time), ...(alarm !== undefined && { alarm }) } });
  const [hasStatistics, setStatistics] = useState(false);
  return (
    <div className="page">
      <div className="page-head">
        <div>
          <h1>{m.alarms.title}</h1>
          <p className="soft">{m.alarms.text}</p>
        </div>
        <button
          type="button"
          className="button"
          aria-pressed={hasStatistics}
          onClick={() => setStatistics(!hasStatistics)}
        >
          {m.alarms.statistics}
        </button>
      </div>
      {hasStatistics && <AlarmStatisticsCard />}
      <AlarmInbox place={[alarm, open]} shown={shown} time={[timeChoiceOf(shown), chooseTime]} />
    </div>
  );
}
