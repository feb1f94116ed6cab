import { getRouteApi } from "@tanstack/react-router";
import { History } from "../../audit/history-dialog.tsx";

const route = getRouteApi("/devices/$deviceId");

/** What people did to this device [AUD1]. */
export function HistoryTab() {
  const { deviceId } = route.useParams();
  return <History type="DEVICE" id={deviceId} />;
}
