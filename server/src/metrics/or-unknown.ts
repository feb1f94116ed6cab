/** A database that is away must not take the other metrics with it: then they are needed most. */
export const orUnknown = (asked: Promise<number>): Promise<number> => asked.catch(() => Number.NaN);
