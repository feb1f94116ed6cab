import type { DeviceNews } from "@heliograph/client";
import type { TelemetryPoints } from "@heliograph/contract";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { readLatest } from "../api/telemetry.ts";
import { merged } from "./merge-latest.ts";
import { ReadsInFlight } from "./reads-in-flight.ts";
import { useLive } from "./use-live.ts";

const pollMs = 10_000;
const reads = new ReadsInFlight();
const interest = { telemetry: true } as const;

/** The latest values of a device, as they were when they were read. */
export const latestValues = (deviceId: string) =>
  queryOptions({
    queryKey: ["latest", deviceId],
    queryFn: ({ signal }) => reads.read(deviceId, () => readLatest(deviceId, signal)),
  });

/** The latest values of a device, kept up to date by the live connection, or by asking where there is none. */
export function useLatest(deviceId: string) {
  const client = useQueryClient();
  const listener = useCallback(
    ({ telemetry }: DeviceNews) => {
      if (!telemetry) return;
      reads.tell(deviceId, telemetry);
      client.setQueryData(["latest", deviceId], (before: TelemetryPoints | undefined) =>
        before === undefined ? before : merged(before, telemetry),
      );
    },
    [client, deviceId],
  );
  const isServed = useLive(deviceId, interest, listener);
  return useQuery({ ...latestValues(deviceId), refetchInterval: isServed ? false : pollMs });
}
