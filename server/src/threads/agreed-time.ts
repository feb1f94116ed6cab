import { getEnvironmentData, isMainThread, setEnvironmentData } from "node:worker_threads";
import { keepTimeBy } from "../kernel/time.ts";

const name = "heliograph agreed time";
const nothingAgreed = Number.NaN;

/** What the wall clock was ahead of the steady one when others agreed with it, and by how much it may differ; seen by every thread. */
function sharedAgreement(): Float64Array {
  const known = getEnvironmentData(name);
  if (known instanceof SharedArrayBuffer) return new Float64Array(known);
  const memory = new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT);
  if (isMainThread) setEnvironmentData(name, memory);
  return new Float64Array(memory).fill(nothingAgreed);
}

const agreement = sharedAgreement();
keepTimeBy(agreedNow);

/** The same in all threads of a process, unlike `performance.now()`. */
function steadyMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1_000 + nanoseconds / 1_000_000;
}

/** The database has the same time as the wall clock, now [RUN12, CLU1]. */
export function agree(atMostMs: number): void {
  agreement[0] = Date.now() - steadyMs();
  agreement[1] = atMostMs;
}

export const forgetAgreement = (): void => void agreement.fill(nothingAgreed);

/**
 * The wall clock, unless somebody has set it since others agreed with it: then time goes on from there by the steady
 * clock, until they agree again. What a node of a cluster stamps is compared with what other nodes stamp.
 */
export function agreedNow(): number {
  const [own, ahead = nothingAgreed] = [Date.now(), agreement[0]];
  if (Number.isNaN(ahead)) return own;
  const steady = Math.round(steadyMs() + ahead);
  return Math.abs(own - steady) > (agreement[1] ?? 0) ? steady : own;
}
