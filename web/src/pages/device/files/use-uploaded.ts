import type { FileRecord } from "@heliograph/contract";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { fileNow } from "../../../api/files.ts";
import { isStillHere, useCurrentUser } from "../../../shell/current-user.ts";
import { fixed, type TimeChoice } from "../../../time-range/shown-time.ts";
import { fileKey } from "./file-key.ts";
import { spanOf } from "./file-span.ts";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** What somebody asked to see, and when: they may ask for the same again. */
    uploaded?: { readonly keys: readonly string[]; readonly askedAt: number };
  }
}

/** Leads to files that were uploaded, past every filter, and lights them: in the history, as whoever uploaded them may be elsewhere by now. */
export function useUploaded(deviceId: string, chooseEvery: () => void) {
  const navigate = useNavigate();
  const user = useCurrentUser();
  const uploaded = useLocation({ select: ({ state }) => state.uploaded });
  const led = useRef<number>(undefined);
  useEffect(() => {
    if (uploaded === undefined || led.current === uploaded.askedAt) return;
    led.current = uploaded.askedAt;
    chooseEvery();
  }, [uploaded, chooseEvery]);
  const show = async (came: readonly FileRecord[]): Promise<void> => {
    const search = await timeAround(deviceId, came);
    if (!isStillHere(user)) return;
    const state = { uploaded: { keys: came.map(fileKey), askedAt: Date.now() } };
    await navigate({ to: "/devices/$deviceId/files", params: { deviceId }, search, state });
  };
  return { lit: new Set(uploaded?.keys), show: (came: readonly FileRecord[]) => void show(came) };
}

/** Of more than so many nobody looks at each. */
const askedAtMost = 50;
const aroundMs = 30_000;
/** Reading takes a moment: whoever presses at once waits so long for it. */
const [looks, betweenLooksMs] = [8, 250];

/** By what their content says once it was read [FILE3]. All of time while that is not known, and where none of them is left. */
async function timeAround(deviceId: string, came: readonly FileRecord[]): Promise<TimeChoice> {
  if (came.length > askedAtMost) return {};
  const left = await filesNow(deviceId, came);
  if (left.length === 0 || left.some(isPending)) return {};
  const { from, to } = spanOf(left);
  return fixed(from - aroundMs, to + aroundMs);
}

async function filesNow(deviceId: string, came: readonly FileRecord[]): Promise<readonly FileRecord[]> {
  for (let look = 1; ; look++) {
    const found = await Promise.all(came.map((file) => fileNow(deviceId, file).catch(() => file)));
    const left = found.filter((file) => file !== undefined);
    if (look === looks || !left.some(isPending)) return left;
    await new Promise((resolve) => setTimeout(resolve, betweenLooksMs));
  }
}

const isPending = ({ processing }: FileRecord): boolean => processing === "PENDING";
