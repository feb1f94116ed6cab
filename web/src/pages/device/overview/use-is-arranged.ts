import { useQuery } from "@tanstack/react-query";
import { attributes } from "../../../api/attributes.ts";
import { deviceDescription } from "../../../api/device-types.ts";
import { openAlarms, pins } from "../../../api/overview.ts";
import { latestValues } from "../../../live/use-latest.ts";
import { useMay } from "../../../shell/current-user.ts";
import { useOnceKnown } from "../../../state/use-once-known.ts";

/** Whether all is known that says where things stand: how many values there are, what comes first, whether there is a place. */
export function useIsArranged(deviceId: string): boolean {
  const may = useMay();
  const read = { enabled: may("VIEW_TELEMETRY") };
  const areComing = [
    useQuery({ ...latestValues(deviceId), ...read }).isLoading,
    useQuery({ ...deviceDescription(deviceId), ...read }).isLoading,
    useQuery({ ...attributes(deviceId, undefined), ...read }).isLoading,
    useQuery({ ...pins(deviceId), ...read }).isLoading,
    useQuery({ ...openAlarms(deviceId), enabled: may("VIEW_ALARMS") }).isLoading,
  ];
  return useOnceKnown(!areComing.includes(true));
}
