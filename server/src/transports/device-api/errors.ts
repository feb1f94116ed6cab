import { AppError } from "../../kernel/errors.ts";

const retryAfterMs = 5_000;

/** No mistake: the device asks again. */
export const nothingCame = (waitedMs: number) =>
  new AppError("POLL_NOTHING_CAME", "nothing-came", `Nothing came within ${waitedMs / 1_000} s; ask again`);

export const pollGaveWay = () =>
  new AppError("POLL_GAVE_WAY", "nothing-came", "The device has asked again in the meantime: the newer requests wait");

export const tooManyPolls = () =>
  new AppError("POLLS_TOO_MANY", "busy", "Too many devices wait for news at once; ask again later", { retryAfterMs });

export const pollEnded = () =>
  new AppError("POLL_ENDED", "busy", "The node is stopping; ask again shortly", { retryAfterMs });

export const tooManyAtOnce = (perDevice: number) =>
  new AppError(
    "DEVICE_REQUESTS_TOO_MANY",
    "busy",
    `A device may have ${perDevice} requests under way at once; send it again when some are answered`,
    { retryAfterMs: 1_000 },
  );

export const tooMuchUnderWay = () =>
  new AppError("DEVICE_REQUESTS_TOO_LARGE", "busy", "Too much is under way from devices; send it again shortly", {
    retryAfterMs,
  });

export const claimNotOffered = () =>
  new AppError(
    "CLAIM_NOT_OFFERED",
    "not-found",
    "Claiming is not offered here: a device is added in the Control Center or with POST /api/device",
  );
