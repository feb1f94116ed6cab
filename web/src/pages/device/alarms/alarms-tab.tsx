import { getRouteApi } from "@tanstack/react-router";
import { type TimeChoice, timeChoiceOf, timed } from "../../../time-range/shown-time.ts";
import { AlarmInbox } from "../../alarms/alarm-inbox.tsx";

const route = getRouteApi("/devices/$deviceId");
const tabRoute = getRouteApi("/devices/$deviceId/alarms");

/** The alarms of this device, those that are over as well [ALM4]. */
export function AlarmsTab() {
  const { deviceId } = route.useParams();
  const { alarm, ...search } = tabRoute.useSearch();
  const navigate = tabRoute.useNavigate();
  const opened = alarm === undefined ? {} : { alarm };
  const chooseTime = (time: TimeChoice) => void navigate({ search: { ...timed(search, time), ...opened } });
  const open = (alarmId: string | undefined) =>
    void navigate({ search: alarmId === undefined ? search : { ...search, alarm: alarmId }, replace: true });
  return (
    <AlarmInbox deviceId={deviceId} initial="all" place={[alarm, open]} time={[timeChoiceOf(search), chooseTime]} />
  );
}
