import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { recentPlaces } from "../../../api/telemetry.ts";
import { type Position, type PositionKeys, positionKeysAmong } from "../../../map/position.ts";
import { wayOf } from "../../../map/way.ts";

const nowhere: readonly Position[] = [];

/** The way of the last hour where the device sends its position as telemetry; undefined while it is being read. */
export function useWay(
  deviceId: string,
  sent: readonly string[],
  described: PositionKeys,
): readonly Position[] | undefined {
  const keys = positionKeysAmong(sent, described);
  const { data, isLoading } = useQuery(recentPlaces(deviceId, keys));
  const names = JSON.stringify(described);
  return useMemo(() => {
    if (isLoading) return undefined;
    const courses = Object.entries(data ?? {}).map(([key, points]) => ({
      key,
      times: points.map(({ ts }) => ts),
      values: points.map(({ value }) => value),
    }));
    return courses.length === 0 ? nowhere : wayOf(courses, JSON.parse(names) as PositionKeys);
  }, [data, isLoading, names]);
}
