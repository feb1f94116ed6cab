import type { DeviceNews } from "@heliograph/client";
import type { DeviceRecord } from "@heliograph/contract";
import { useCallback, useState } from "react";
import { saysMore } from "./heard-of.ts";
import { useLive } from "./use-live.ts";
import { type Activity, useLiveActivity } from "./use-live-activity.ts";

const interest = { telemetry: true } as const;

/**
 * When a device was last heard of. The live connection tells when it becomes active or silent, not every contact in
 * between: a value that arrives is one, too, so that "now" beside a value is not "a minute ago" here [DEV5].
 */
export function useContact(device: DeviceRecord): Activity {
  const id = device.id.id;
  const heard = useHeard(id);
  const { active, lastActivityTime } = useLiveActivity([id]).get(id) ?? device;
  // Values of a silent device come from somebody else.
  return { active, lastActivityTime: active && heard ? Math.max(heard, lastActivityTime ?? 0) : lastActivityTime };
}

/** When a value arrived since the page is shown. */
function useHeard(id: string): number | undefined {
  const [heard, setHeard] = useState<{ readonly id: string; readonly at: number }>();
  const listener = useCallback((news: DeviceNews) => saysMore(news) && setHeard({ id, at: Date.now() }), [id]);
  useLive(id, interest, listener);
  return heard?.id === id ? heard.at : undefined;
}
