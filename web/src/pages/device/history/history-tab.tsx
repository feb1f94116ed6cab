import { getRouteApi } from "@tanstack/react-router";
import { type TimeChoice, timeChoiceOf, timed } from "../../../time-range/shown-time.ts";
import { History } from "../../audit/history-dialog.tsx";

const route = getRouteApi("/devices/$deviceId");
const tabRoute = getRouteApi("/devices/$deviceId/history");

/** What people did to this device [AUD1]. */
export function HistoryTab() {
  const { deviceId } = route.useParams();
  const search = tabRoute.useSearch();
  const navigate = tabRoute.useNavigate();
  const chooseTime = (time: TimeChoice) => void navigate({ search: timed(search, time) });
  return <History type="DEVICE" id={deviceId} time={[timeChoiceOf(search), chooseTime]} />;
}
