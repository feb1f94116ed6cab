import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { device } from "../../../api/devices.ts";
import { firstMoment } from "../../../api/telemetry.ts";
import { latestValues } from "../../../live/use-latest.ts";
import { isYoung, rangeSince, type UsualRange, usualHour } from "./first-range.ts";

/** More would be a long question, and the first of them say when a device began. */
const mostKeys = 12;

/** What is shown of a device before anybody chose; undefined while that is being asked, of a young one only. */
export function useFirstRange(deviceId: string): UsualRange | undefined {
  const { data: shown } = useQuery(device(deviceId));
  const { data: latest } = useQuery(latestValues(deviceId));
  const keys = Object.keys(latest ?? {}).slice(0, mostKeys);
  const isAsked = shown !== undefined && isYoung(shown.createdTime, Date.now()) && keys.length > 0;
  const { data: first, isLoading } = useQuery({ ...firstMoment(deviceId, keys), enabled: isAsked });
  const range = useMemo(() => rangeSince(first ?? undefined, Date.now()), [first]);
  if (!isAsked) return usualHour;
  return isLoading ? undefined : range;
}
