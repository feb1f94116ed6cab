import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { maintenanceCalendar, quietCalendar } from "../../../api/silent-times.ts";
import { useMay } from "../../../shell/current-user.ts";
import { pageNeeds } from "../../../shell/page-needs.ts";
import type { Day } from "./days.ts";
import { type SilentTime, silentTimesOf } from "./silent-times.ts";

/** Maintenance and quiet hours, as far as one may see them [ALM3, NTF1]. */
export function useSilentTimes(
  days: readonly Day[],
  from: number,
  to: number,
): ReadonlyMap<Day, readonly SilentTime[]> {
  const may = useMay();
  const { data: windows } = useQuery({ ...maintenanceCalendar(from, to), enabled: may(pageNeeds.maintenance) });
  const { data: quiet } = useQuery({ ...quietCalendar(from, to), enabled: may(pageNeeds.notifications) });
  return useMemo(() => silentTimesOf(windows ?? [], quiet ?? [], days), [windows, quiet, days]);
}
