import type { LiveList } from "@heliograph/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { live } from "../app.ts";
import { unhurried } from "./unhurried.ts";

/** A list that changes all the time is read so often, not more. */
const readEveryMs = 700;

interface Reading {
  /** The list that is read again, where it is made of the others. */
  readonly as?: string;
  readonly everyMs?: number;
}

/** Lists of a device are read again when the live connection says that they changed. */
export function useLiveLists(
  deviceId: string,
  lists: readonly LiveList[],
  isLive = true,
  { as, everyMs = readEveryMs }: Reading = {},
): void {
  const client = useQueryClient();
  const wanted = lists.join();
  useEffect(() => {
    if (!isLive) return undefined;
    const again = unhurried(everyMs, (list) => client.invalidateQueries({ queryKey: [list, deviceId] }));
    const stop = live.subscribe({ deviceId, lists: wanted.split(",") as LiveList[] }, ({ lists: changed }) => {
      // the state, too: what happened after the page read a list and before it was watched would be missed
      for (const list of changed ?? []) again.ask(as ?? list);
    });
    return () => {
      stop();
      again.stop();
    };
  }, [client, deviceId, wanted, isLive, as, everyMs]);
}
