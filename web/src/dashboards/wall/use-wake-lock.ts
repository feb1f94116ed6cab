import { useEffect, useState } from "react";

/** Keeps the screen on while a wall display is shown; false where the browser cannot, as over plain HTTP. */
export function useWakeLock(): boolean {
  const [isPossible] = useState(() => "wakeLock" in navigator);
  useEffect(() => {
    if (!isPossible) return undefined;
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const take = () => {
      if (document.visibilityState !== "visible") return; // it is given back when nobody looks, and taken again then
      navigator.wakeLock.request("screen").then(
        (taken) => {
          if (isOver) void taken.release();
          lock = taken;
        },
        () => undefined, // a battery that is low: the next time
      );
    };
    take();
    document.addEventListener("visibilitychange", take);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", take);
      void lock?.release();
    };
  }, [isPossible]);
  return isPossible;
}
