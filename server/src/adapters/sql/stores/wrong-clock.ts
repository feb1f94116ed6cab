import type { EpochMs } from "../../../kernel/time.ts";

/** Made by a clock that was wrong: its times say nothing, and it is due [RUN12]. */
export const ahead = (now: EpochMs): number => now + 60_000;
