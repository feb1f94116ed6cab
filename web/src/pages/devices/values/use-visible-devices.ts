import type { DeviceRecord } from "@heliograph/contract";
import { useQueries } from "@tanstack/react-query";
import { type DeviceFilter, devicePage, devicePageSize } from "../../../api/devices.ts";
import { useTenantId } from "../../../shell/current-user.ts";
import { visiblePages } from "../visible-pages.ts";

export interface RowFailure {
  readonly error: Error;
  readonly retry: () => void;
}

/** The devices of the rows in view; only their pages are fetched [API5]. */
export function useVisibleDevices(filter: DeviceFilter, first: number, last: number, total: number) {
  const tenantId = useTenantId();
  const pages = visiblePages(first, last, devicePageSize, total);
  const results = useQueries({ queries: pages.map((page) => devicePage(tenantId, filter, page)) });
  const pageOf = (index: number) => results[pages.indexOf(Math.floor(index / devicePageSize))];
  return {
    pages,
    deviceAt: (index: number): DeviceRecord | undefined => pageOf(index)?.data?.data[index % devicePageSize],
    failureAt: (index: number): RowFailure | undefined => {
      const page = pageOf(index);
      return page?.error ? { error: page.error, retry: () => void page.refetch() } : undefined;
    },
  };
}
