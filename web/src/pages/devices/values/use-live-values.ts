import { useEffect, useReducer, useRef } from "react";
import { live } from "../../../app.ts";
import { HeardValues } from "../../../dashboards/live-values.ts";
import { useIsVisible } from "../../../ui/use-is-visible.ts";

/** However many values come, the list is drawn so often for them. */
const drawEveryMs = 500;
/** What a selection of devices names at most. */
const devicesAtMost = 200;

/** The newest values of the rows in view as they come, by one subscription; not while nobody looks. */
export function useLiveValues(deviceIds: readonly string[], keys: readonly string[]): HeardValues {
  const heard = useRef(new HeardValues());
  const [, draw] = useReducer((before: number) => before + 1, 0);
  const isVisible = useIsVisible();
  const isWanted = isVisible && keys.length > 0 && deviceIds.length > 0;
  const watched = isWanted ? JSON.stringify([deviceIds.slice(0, devicesAtMost), keys]) : undefined;
  useEffect(() => {
    if (watched === undefined) return undefined;
    const [ids, watchedKeys] = JSON.parse(watched) as [string[], string[]];
    const values = new HeardValues();
    heard.current = values;
    let isDue = false;
    const devices = { kind: "DEVICES" as const, deviceIds: ids };
    const stop = live.watchPage(
      { type: "watchPage", watch: [{ devices, keys: watchedKeys }], variables: {} },
      (news) => {
        values.hear(news);
        isDue = true;
      },
    );
    const timer = setInterval(() => {
      if (isDue) draw();
      isDue = false;
    }, drawEveryMs);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [watched]);
  return heard.current;
}
