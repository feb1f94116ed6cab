import type { LiveList } from "@heliograph/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { live } from "../app.ts";
import { unhurried } from "./unhurried.ts";

/** A list that changes all the time is read so often, not more. */
const readEveryMs = 700;

/** Lists of a device are read again when the live connection says that they changed. */
export function useLiveLists(deviceId: string, lists: readonly LiveList[], isLive = true): void {
  const client = useQueryClient();
  const wanted = lists.join();
  useEffect(() => {
    if (!isLive) return undefined;
    const again = unhurried(readEveryMs, (list) => client.invalidateQueries({ queryKey: [list, deviceId] }));
    const stop = live.subscribe({ deviceId, lists: wanted.split(",") as LiveList[] }, ({ lists: changed }) => {
      // the state, too: what happened after the page read a list and before it was watched would be missed
      for (const list of changed ?? []) again.ask(list);
    });
    return () => {
      stop();
      again.stop();
    };
  }, [client, deviceId, wanted, isLive]);
}
