import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { alarmsDuring } from "../../api/alarms.ts";
import type { AlarmSpan } from "../../charts/alarm-spans.ts";
import { useLiveLists } from "../../live/use-live-lists.ts";
import { useMay } from "../../shell/current-user.ts";
import { isFinal } from "../../ui/states.tsx";

/**
 * When alarms of a device were active; what is active still reaches to the end of the range [ALM4]. Who may see alarms may
 * do so on other devices only: that is no error.
 */
export function useAlarmSpans(deviceId: string, from: number, to: number) {
  const maySee = useMay()("VIEW_ALARMS");
  useLiveLists(deviceId, ["alarms"], maySee);
  const { data, error, refetch } = useQuery({ ...alarmsDuring(deviceId, from, to), enabled: maySee });
  const spans = useMemo(
    (): readonly AlarmSpan[] =>
      (data?.data ?? [])
        .map(({ startTs, cleared, clearTs, severity, type }) => ({
          ...{ from: startTs, to: cleared ? clearTs : to, severity, name: type },
        }))
        .filter((span) => span.to >= from && span.from <= to),
    [data, from, to],
  );
  return { spans, error: data || (error && isFinal(error)) ? null : error, refetch };
}
