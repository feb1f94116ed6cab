import type { Channel, DeviceTypeRecord } from "@heliograph/contract";
import { useEffect, useMemo, useRef } from "react";
import { moved, removedAt, type SeenKey, takenOver } from "./draft.ts";

/** What can be done to channels by their place. */
export interface ChannelActions {
  readonly choose: (index: number) => void;
  readonly move: (index: number, by: -1 | 1) => void;
  readonly remove: (index: number) => void;
  /** Keys that were seen become channels. */
  readonly take: (seen: readonly SeenKey[]) => void;
  /** It stays known, and is not shown in overviews. */
  readonly ignore: (seen: SeenKey) => void;
}

type OnEdit = ((part: Partial<DeviceTypeRecord>) => void) | undefined;

/** The same functions all the time, so that rows of hundreds of channels are not drawn anew with each letter typed. */
export function useChannelActions(
  channels: Channel[],
  onEdit: OnEdit,
  choose: (index: number | undefined) => void,
  focusOn: (index: number) => void,
): ChannelActions {
  const now = useRef({ channels, onEdit });
  useEffect(() => {
    now.current = { channels, onEdit };
  });
  return useMemo(() => {
    const change = (next: (before: Channel[]) => Channel[]) =>
      now.current.onEdit?.({ channels: next(now.current.channels) });
    return {
      choose,
      move: (index, by) => change((before) => moved(before, index, by)),
      remove: (index) => {
        const rest = now.current.channels.length - 1;
        change((before) => removedAt(before, index));
        choose(undefined);
        focusOn(Math.min(index, rest - 1));
      },
      take: (seen) => change((before) => takenOver(before, seen)),
      ignore: ({ key, kind }) => change((before) => [...before, { key, kind, hidden: true }]),
    };
  }, [choose, focusOn]);
}
