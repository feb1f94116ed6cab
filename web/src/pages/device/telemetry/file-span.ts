import type { ChannelRecord } from "@heliograph/contract";
import { readSpan } from "../../../charts/preview-lines.ts";
import { readWindow, type Window } from "./telemetry-search.ts";

/** What to read of a file for a window: in the steps of the other lines, else a window that moves asks each second. */
export function fileSpan(channel: ChannelRecord | undefined, window: Window) {
  const { from, to } = readWindow(window);
  return readSpan(channel ? [channel] : [], { startTime: from, endTime: to });
}
