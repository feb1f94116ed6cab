import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { latestValues } from "../api/telemetry.ts";
import { live } from "../app.ts";
import { useStore } from "../state/store.ts";
import type { TelemetryPoints } from "../wire/telemetry.ts";
import type { LiveSample } from "./live-frames.ts";

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

/** News over what was known: a key that is gone is null; an older point changes nothing [TEL4]. */
export function merged(before: TelemetryPoints, news: Readonly<Record<string, LiveSample | null>>): TelemetryPoints {
  const next = new Map(Object.entries(before));
  for (const [key, sample] of Object.entries(news)) {
    if (sample === null) next.delete(key);
    else if (sample.ts >= (before[key]?.[0]?.ts ?? Number.NEGATIVE_INFINITY)) next.set(key, [sample]);
  }
  return Object.fromEntries(next);
}
