import { getRouteApi } from "@tanstack/react-router";
import { AlarmInbox } from "../../alarms/alarm-inbox.tsx";

const route = getRouteApi("/devices/$deviceId");

/** The alarms of this device, those that are over as well [ALM4]. */
export function AlarmsTab() {
  const { deviceId } = route.useParams();
  return <AlarmInbox deviceId={deviceId} initial="all" />;
}
