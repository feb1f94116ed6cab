import { AppError } from "../../kernel/errors.ts";
import type { Excess } from "./excess.ts";

/** As busy: the same request is taken a moment later [QTA1]. */
export const rateReached = ({ limit, perSecond, waitMs }: Excess) =>
  new AppError("RATE_REACHED", "busy", `More than ${perSecond} per second (${limit}); send it again later`, {
    retryAfterMs: waitMs,
  });
