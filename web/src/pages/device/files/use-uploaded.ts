import type { FileRecord } from "@heliograph/contract";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { fileNow } from "../../../api/files.ts";
import { fixed, type TimeChoice } from "../../../time-range/shown-time.ts";
import { fileKey } from "./file-key.ts";
import { spanOf } from "./file-span.ts";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Keys of the files somebody asked to see. */
    uploaded?: readonly string[];
  }
}

/** Leads to files that were uploaded, past every filter, and lights them: in the history, as whoever uploaded them may be elsewhere by now. */
export function useUploaded(deviceId: string, chooseEvery: () => void) {
  const navigate = useNavigate();
  const { uploaded, key } = useLocation({ select: ({ state }) => state });
  const led = useRef<string>(undefined);
  useEffect(() => {
    if (uploaded === undefined || led.current === key) return;
    led.current = key;
    chooseEvery();
  }, [uploaded, key, chooseEvery]);
  const show = async (came: readonly FileRecord[]): Promise<void> => {
    const search = await timeAround(deviceId, came);
    const state = { uploaded: came.map(fileKey) };
    await navigate({ to: "/devices/$deviceId/files", params: { deviceId }, search, state });
  };
  return { lit: new Set(uploaded), show: (came: readonly FileRecord[]) => void show(came) };
}

/** Of more than so many nobody looks at each. */
const askedAtMost = 50;
const aroundMs = 30_000;

/** By what their content says once it was read [FILE3]. All of time while that is not known, and where none of them is left. */
async function timeAround(deviceId: string, came: readonly FileRecord[]): Promise<TimeChoice> {
  if (came.length > askedAtMost) return {};
  const found = await Promise.all(came.map((file) => fileNow(deviceId, file).catch(() => file)));
  const left = found.filter((file) => file !== undefined);
  if (left.length === 0 || left.some(({ processing }) => processing === "PENDING")) return {};
  const { from, to } = spanOf(left);
  return fixed(from - aroundMs, to + aroundMs);
}
