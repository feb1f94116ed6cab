/** Per second; 0 is no limit [MQ9]. */
export interface RateSettings {
  readonly deviceMessages: number;
  readonly devicePoints: number;
  readonly tenantMessages: number;
  readonly tenantPoints: number;
}

export type RateName = keyof RateSettings;

export interface Excess {
  /** How long not to read. */
  readonly waitMs: number;
  readonly limit: RateName;
  /** What is allowed. */
  readonly perSecond: number;
}
