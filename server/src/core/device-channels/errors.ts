import { AppError } from "../../kernel/errors.ts";

export const deviceChannelsStale = (name: string) =>
  new AppError(
    "DEVICE_CHANNELS_STALE",
    "conflict",
    `Somebody changed the channels of ${name} meanwhile; load them again and repeat the change`,
  );
