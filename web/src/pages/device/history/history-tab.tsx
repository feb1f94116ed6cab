import { getRouteApi } from "@tanstack/react-router";
import { AuditCard } from "../../audit/audit-card.tsx";
import { useAuditFilter } from "../../audit/audit-filter.tsx";

const route = getRouteApi("/devices/$deviceId");

/** What people did to this device [AUD1]. */
export function HistoryTab() {
  const { deviceId } = route.useParams();
  return <AuditCard filter={useAuditFilter("all")} subject={{ type: "DEVICE", id: deviceId }} />;
}
