import type { DeviceNews, Interest } from "@heliograph/client";
import { useEffect, useState } from "react";
import { live, liveState } from "../app.ts";
import { useStore } from "../state/store.ts";

/** Watches a device; false while nothing can be told, and one has to ask: no connection, or a refused subscription. */
export function useLive(
  deviceId: string,
  interest: Omit<Interest, "deviceId">,
  listener: (news: DeviceNews) => void,
): boolean {
  const isOpen = useStore(liveState) === "open";
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    setRefused(false);
    const heard = (news: DeviceNews) => {
      setRefused(false); // after a new connection it may be served again
      listener(news);
    };
    return live.subscribe({ deviceId, ...interest }, heard, () => setRefused(true));
  }, [deviceId, interest, listener]);
  return isOpen && !isRefused;
}
