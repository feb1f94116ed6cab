import type { EpochMs } from "../../../kernel/time.ts";

/** Made by a clock that was wrong: its times say nothing, and it is due [RUN12]. */
export const ahead = (now: EpochMs): number => now + 60_000;

/** So much may the clocks of nodes differ that share a database: a lease that ends this much later is no sign of a wrong one. */
export const clocksDifferMs = 20_000;
