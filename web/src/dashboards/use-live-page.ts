import type { DataRequest } from "@heliograph/contract";
import { useEffect, useMemo, useState } from "react";
import { live } from "../app.ts";
import { type LiveValues, watchedBy, withHeard, withLive } from "./live-values.ts";
import type { PageAnswer } from "./page-answer.ts";

/** Values of more devices than anybody follows are read now and then. */
const devicesAtMost = 200;
/** However many values come, the page is drawn so often for them. */
const drawEveryMs = 250;
const nothing: LiveValues = new Map();

/** The newest values of a page as they come, over the one live connection, beside what was read [DSH4]. */
export function useLivePage(request: DataRequest | undefined, answer: PageAnswer, isLive: boolean): PageAnswer {
  const [heard, setHeard] = useState(nothing);
  const watched = useMemo(() => {
    const devices = request && isLive ? [...watchedBy(request, answer)] : [];
    return JSON.stringify(devices.length <= devicesAtMost ? devices : []);
  }, [request, answer, isLive]);
  useEffect(() => {
    let waiting = nothing;
    setHeard(nothing);
    const stops = (JSON.parse(watched) as [string, string[]][]).map(([deviceId, telemetry]) =>
      live.subscribe({ deviceId, telemetry }, (news) => {
        if (news.telemetry) waiting = withHeard(waiting, deviceId, news.telemetry);
      }),
    );
    const timer = setInterval(() => setHeard((before) => (before === waiting ? before : waiting)), drawEveryMs);
    return () => {
      clearInterval(timer);
      for (const stop of stops) stop();
    };
  }, [watched]);
  return useMemo(() => withLive(answer, heard), [answer, heard]);
}
