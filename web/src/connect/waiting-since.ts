/** When somebody began to wait for a device, and when that was over; kept in the tab, so that a reload goes on with it. */
export interface Waiting {
  readonly at: number;
  readonly doneAt?: number;
  /** It began before this page was loaded. */
  readonly isRestored: boolean;
}

/** What was begun so long ago was given up. */
const forgottenMs = 24 * 3_600_000;

const keyOf = (deviceId: string): string => `heliograph.waiting.${deviceId}`;

type Kept = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export function waitingFor(deviceId: string, now: number, kept: Kept): Waiting {
  const before = parsed(kept.getItem(keyOf(deviceId)));
  if (before && before.at <= now && now - before.at < forgottenMs) return { ...before, isRestored: true };
  kept.setItem(keyOf(deviceId), JSON.stringify({ at: now }));
  return { at: now, isRestored: false };
}

/** Of a new device it stays known how long it took; whoever waits for the next value of another begins anew. */
export function endWaiting(deviceId: string, { at }: Waiting, doneAt: number, isNew: boolean, kept: Kept): void {
  if (isNew) kept.setItem(keyOf(deviceId), JSON.stringify({ at, doneAt }));
  else kept.removeItem(keyOf(deviceId));
}

function parsed(text: string | null): Omit<Waiting, "isRestored"> | undefined {
  try {
    const { at, doneAt } = JSON.parse(text ?? "null") as { at?: unknown; doneAt?: unknown };
    if (typeof at !== "number") return undefined;
    return { at, ...(typeof doneAt === "number" && { doneAt }) };
  } catch {
    return undefined;
  }
}
