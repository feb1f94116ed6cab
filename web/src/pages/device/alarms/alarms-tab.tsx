import { getRouteApi } from "@tanstack/react-router";
import { type TimeChoice, timeChoiceOf, timed } from "../../../time-range/shown-time.ts";
import { AlarmInbox } from "../../alarms/alarm-inbox.tsx";

const route = getRouteApi("/devices/$deviceId");
const tabRoute = getRouteApi("/devices/$deviceId/alarms");

/** The alarms of this device, those that are over as well [ALM4]. */
export function AlarmsTab() {
  const { deviceId } = route.useParams();
  const search = tabRoute.useSearch();
  const navigate = tabRoute.useNavigate();
  const chooseTime = (time: TimeChoice) => void navigate({ search: timed(search, time) });
  return <AlarmInbox deviceId={deviceId} initial="all" time={[timeChoiceOf(search), chooseTime]} />;
}
