import type { DeviceId, TenantId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";
import { decodeTelemetry } from "./decode-telemetry.ts";
import { tooFarAhead, tooOld } from "./errors.ts";
import type { Receipt } from "./receipt.ts";
import type { TelemetryStore } from "./telemetry-store.ts";
import type { PointBatch } from "./value.ts";

/** Who is shown new points besides the store: live view, automation, activity. Best effort, must not throw. */
export interface TelemetryAudience {
  offer(device: DeviceId, batch: PointBatch): void;
}

export interface Ingest {
  readonly store: Pick<TelemetryStore, "append">;
  readonly audience: TelemetryAudience;
  /** How far ahead of now the time of a point in a message may be; 0 is no limit. */
  readonly aheadMs?: number;
  /** How old points of a tenant may be when they arrive; 0 is any age. */
  readonly depthMsOf?: (tenant: TenantId) => number;
  /** Counts messages and what was stored of them. */
  readonly traffic?: { count(tenant: TenantId, points: number): void };
}

/** Who measured: a device, and whose it is. */
export interface PointSource {
  readonly id: DeviceId;
  readonly tenantId: TenantId;
}

/** A reading's way: decode, make durable, then tell the others. Resolves to the number of points stored. */
export async function ingest(
  parts: Ingest,
  device: PointSource,
  payload: Uint8Array,
  now: EpochMs,
  receipt?: Receipt,
): Promise<number> {
  const batch = decodeTelemetry(payload, now);
  requireNotAhead(batch, now, parts.aheadMs ?? 0);
  requireNotTooOld(batch, now, parts.depthMsOf?.(device.tenantId) ?? 0);
  // `[]` and `{}` store nothing [MQ3]. Else as `keepPoints`, without its promise: this is done for every message.
  if (batch.length > 0) {
    await parts.store.append(device.id, batch, { owner: device.tenantId, receipt });
    parts.audience.offer(device.id, batch);
  }
  parts.traffic?.count(device.tenantId, batch.length);
  return batch.length;
}

/** A clock that runs ahead would be the latest value until its time comes; who minds sets a limit [RUN12]. */
function requireNotAhead(batch: PointBatch, now: EpochMs, aheadMs: number): void {
  if (aheadMs === 0) return;
  for (const { key, ts } of batch) if (ts > now + aheadMs) throw tooFarAhead(key, aheadMs);
}

/** A tenant may say how far back devices deliver; without that, any age is welcome. */
function requireNotTooOld(batch: PointBatch, now: EpochMs, depthMs: number): void {
  if (depthMs === 0) return;
  for (const { key, ts } of batch) if (ts < now - depthMs) throw tooOld(key, depthMs);
}

/** Points that are decoded already, from a file say, go the same way. */
export async function keepPoints(
  parts: Ingest,
  { id, tenantId }: PointSource,
  batch: PointBatch,
  receipt?: Receipt,
): Promise<void> {
  await parts.store.append(id, batch, { owner: tenantId, receipt }); // durable before anyone is told [MQ2]
  parts.audience.offer(id, batch);
}
