declare const unit: unique symbol;

/** Milliseconds since 1970-01-01T00:00:00Z: the unit of the API and of everything we store, OSF samples excepted. */
export type EpochMs = number & { readonly [unit]: "epoch-ms" };

/** Where a part gets the time from; tests hand in their own. */
export type Clock = () => EpochMs;

let now = (): number => Date.now();

export const systemClock: Clock = () => now() as EpochMs;

/** From now on in this thread, for whoever knows better than the wall clock [RUN12]. */
export const keepTimeBy = (source: () => number): void => {
  now = source;
};

/**
 * Milliseconds that only ever go forward, whatever the wall clock is set to: for everything that measures how long
 * something takes [RUN12]. Of use within a thread only; each counts from its own beginning.
 */
export const monotonicMs = (): number => performance.now();

export const epochMs = (value: number): EpochMs => value as EpochMs;

/** For parts that only compare times of this run with each other: setting the wall clock does not touch them [RUN12]. */
export const steadyClock: Clock = () => epochMs(monotonicMs());
