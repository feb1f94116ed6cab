declare const unit: unique symbol;

/** Milliseconds since 1970-01-01T00:00:00Z: the unit of the API and of everything we store, OSF samples excepted. */
export type EpochMs = number & { readonly [unit]: "epoch-ms" };

/** Where a part gets the time from; tests hand in their own. */
export type Clock = () => EpochMs;

export const systemClock: Clock = () => Date.now() as EpochMs;

export const epochMs = (value: number): EpochMs => value as EpochMs;
