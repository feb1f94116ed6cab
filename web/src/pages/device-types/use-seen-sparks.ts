import type { SeenChannels, TelemetryPoints } from "@heliograph/contract";
import { useQueries } from "@tanstack/react-query";
import { sparks } from "../../api/telemetry.ts";

/** Lines are drawn for the first of them; the others are below what anybody sees at once. */
const drawn = 50;

/** The last hour of each key, of the device it was seen on: one question for each device. */
export function useSeenSparks(keys: SeenChannels["keys"]): ReadonlyMap<string, TelemetryPoints[string]> {
  const numbers = keys.filter(({ kind }) => kind === "number").slice(0, drawn);
  const byDevice = [...Map.groupBy(numbers, ({ deviceId }) => deviceId.id)];
  const answers = useQueries({
    queries: byDevice.map(([device, wanted]) =>
      sparks(
        device,
        wanted.map(({ key }) => key),
      ),
    ),
  });
  return new Map(answers.flatMap(({ data }) => Object.entries(data ?? {})));
}
