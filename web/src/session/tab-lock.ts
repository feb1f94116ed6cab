import { changeShared } from "./shared-record.ts";

/** Runs `work` in one tab at a time: a refresh token works once, its reuse ends the session [AUTH4]. */
export function inOneTab<T>(name: string, work: () => Promise<T>): Promise<T> {
  // Web Locks exist on https and localhost only; a node in a local network is often plain http.
  return navigator.locks ? navigator.locks.request(name, work) : withLease(name, work);
}

/** A tab that was closed at work is waited for no longer than this. */
const leaseMs = 10_000;
const pollMs = 60;

interface Lease {
  readonly holder: string;
  readonly until: number;
}

async function withLease<T>(name: string, work: () => Promise<T>): Promise<T> {
  const mine = Math.random().toString(36).slice(2);
  while (!(await tryLease(name, mine))) await pause(pollMs);
  try {
    return await work();
  } finally {
    await changeShared(name, (held) => (isLease(held) && held.holder === mine ? undefined : held));
  }
}

async function tryLease(name: string, mine: string): Promise<boolean> {
  const now = Date.now();
  const lease = await changeShared(name, (held) =>
    isLease(held) && held.until > now ? held : { holder: mine, until: now + leaseMs },
  );
  return lease.holder === mine;
}

const isLease = (value: unknown): value is Lease =>
  typeof value === "object" && value !== null && "holder" in value && "until" in value;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
