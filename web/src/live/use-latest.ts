import type { TelemetryPoints } from "@heliograph/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { latestValues } from "../api/telemetry.ts";
import { live } from "../app.ts";
import { useStore } from "../state/store.ts";
import { merged } from "./merge-latest.ts";

const pollMs = 10_000;

/** The latest values of a device, kept up to date by the live connection, or by asking where there is none. */
export function useLatest(deviceId: string) {
  const client = useQueryClient();
  const isLive = useStore(live.state) === "open";
  const query = latestValues(deviceId);
  useEffect(
    () =>
      live.subscribe({ deviceId, telemetry: true }, ({ telemetry }) => {
        if (!telemetry) return;
        client.setQueryData(["latest", deviceId], (before: TelemetryPoints | undefined) =>
          before === undefined ? before : merged(before, telemetry),
        );
      }),
    [client, deviceId],
  );
  return useQuery({ ...query, refetchInterval: isLive ? false : pollMs });
}
