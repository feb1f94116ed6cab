/** When the demo begins: everything in it happens so long before or after. */
export interface Begin {
  readonly ts: number;
  /** What the clocks here are ahead of UTC. */
  readonly offsetMs: number;
  /** How these clocks are called. */
  readonly zone: string;
}

export const beginAt = (ts: number): Begin => ({
  ts,
  offsetMs: -new Date(ts).getTimezoneOffset() * 60_000,
  zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});
