import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { device } from "../../../api/devices.ts";

/** What devices are called; one that is gone, or not known yet, has no name. */
export function useDeviceNames(ids: readonly string[]): ReadonlyMap<string, string> {
  const distinct = useMemo(() => [...new Set(ids)], [ids]);
  return useQueries({
    queries: distinct.map((id) => ({ ...device(id), staleTime: 60_000 })),
    combine: (results) => new Map(results.flatMap(({ data }) => (data ? [[data.id.id, data.name] as const] : []))),
  });
}
