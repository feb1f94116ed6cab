import type { DeviceNews } from "@heliograph/client";
import type { DeviceRecord } from "@heliograph/contract";
import { useCallback, useState } from "react";
import { useLive } from "./use-live.ts";
import { type Activity, useLiveActivity } from "./use-live-activity.ts";

const interest = { telemetry: true } as const;

/**
 * When a device was last heard of. The live connection tells when it becomes active or silent, not every contact in
 * between: a value that arrives is one, too, so that "now" beside a value is not "a minute ago" here [DEV5].
 */
export function useContact(device: DeviceRecord): Activity {
  const [heard, setHeard] = useState<{ readonly id: string; readonly at: number }>();
  const id = device.id.id;
  const listener = useCallback(({ telemetry }: DeviceNews) => telemetry && setHeard({ id, at: Date.now() }), [id]);
  useLive(id, interest, listener);
  const { active, lastActivityTime } = useLiveActivity([id]).get(id) ?? device;
  const at = heard?.id === id ? Math.max(heard.at, lastActivityTime ?? 0) : lastActivityTime;
  return { active, lastActivityTime: at };
}
