import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { isLoopback } from "../loopback.ts";

export interface MetricsAccess {
  /** `local`: callers on this machine. */
  readonly metricsAccess: "local" | "anyone" | "nobody";
  /** Whoever sends it may read from anywhere. */
  readonly metricsToken: string | undefined;
}

interface Caller {
  readonly ip: string;
  readonly headers: IncomingHttpHeaders;
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Metrics tell how much is going on, by route and tenant-wide: not everybody's business. */
export function mayReadMetrics({ metricsAccess, metricsToken }: MetricsAccess, { ip, headers }: Caller): boolean {
  const sent = /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
  if (metricsToken !== undefined && sent !== undefined && timingSafeEqual(digest(sent), digest(metricsToken)))
    return true;
  if (metricsAccess !== "local") return metricsAccess === "anyone";
  return isLoopback(ip) && !isForwarded(headers);
}

/** A proxy on this machine brings requests from everywhere. */
const isForwarded = (headers: IncomingHttpHeaders): boolean =>
  ["forwarded", "x-forwarded-for", "x-real-ip", "via"].some((name) => headers[name] !== undefined);
