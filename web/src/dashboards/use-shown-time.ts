import type { DashboardConfiguration } from "@heliograph/contract";
import { type RefObject, useEffect, useState } from "react";
import { shownZone } from "../format/zone.ts";
import { readEveryMs, shownTime, type TimeChoice } from "../time-range/shown-time.ts";

/** What moves with the clock moves on in steps that are worth reading again, and never past an answer that is under way. */
export function useShownTime(choice: TimeChoice, { time }: DashboardConfiguration, isBusy: RefObject<boolean>) {
  const [now, setNow] = useState(() => Date.now());
  const zone = shownZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const shown = shownTime(choice, time, now, zone);
  const every = readEveryMs(shown);
  useEffect(() => {
    if (!shown.isLive) return undefined;
    setNow((before) => (Date.now() - before > every ? Date.now() : before)); // it may have stood still for long
    const timer = setInterval(() => document.hidden || isBusy.current || setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [shown.isLive, every, isBusy]);
  return { shown, round: shown.isLive ? now : 0 };
}
