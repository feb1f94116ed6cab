import type { Permission } from "@heliograph/contract";
import { permissionDenied } from "../../core/access/index.ts";
import { AppError } from "../../kernel/errors.ts";

const retryWhenBusyMs = 5_000;

export const frameInvalid = (reason: string) =>
  new AppError("LIVE_FRAME_INVALID", "invalid", `This frame cannot be used: ${reason}`);

export const liveBusy = () =>
  new AppError("LIVE_BUSY", "busy", "The node has no room for another live view; try again shortly", {
    retryAfterMs: retryWhenBusyMs,
  });

export const tooManySubscriptions = (most: number) =>
  new AppError("LIVE_TOO_MANY_SUBSCRIPTIONS", "invalid", `A connection has at most ${most} subscriptions`);

export const tooManyKeys = (most: number) =>
  new AppError(
    "LIVE_TOO_MANY_KEYS",
    "invalid",
    `A connection watches at most ${most} telemetry keys; name the keys you need`,
  );

export const tooManyDevices = (devices: number, most: number) =>
  new AppError(
    "LIVE_TOO_MANY_DEVICES",
    "invalid",
    `A page watches at most ${most} devices, this one has ${devices}; its values are read now and then`,
    { params: { devices, most } },
  );

/** Also for a frame that is a link's alone, from a user. */
export const frameNotForLinks = (type: string) =>
  new AppError("LIVE_FRAME_REFUSED", "forbidden", `${type} is nothing for this connection`);

export const requirePermissions = (held: ReadonlySet<Permission>, needed: readonly Permission[]): void => {
  const missing = needed.filter((permission) => !held.has(permission));
  if (missing.length > 0) throw permissionDenied(missing);
};
