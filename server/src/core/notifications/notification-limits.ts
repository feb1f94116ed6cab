/** What an operator may set; each is a setting of its name. */
export interface NotificationLimits {
  readonly policies: number;
  readonly webhooks: number;
  /** Messages in an inbox; the oldest give way. */
  readonly inboxPerUser: number;
  /** Messages to one recipient of a tenant over one channel in an hour. */
  readonly perHour: number;
  /** Recipients of one message. */
  readonly recipients: number;
  /** Alarms named in a message. */
  readonly lines: number;
  /** What is silenced is looked at again so often. */
  readonly recheckMs: number;
  readonly retentionMs: number;
  /** Messages of a tenant on record. */
  readonly records: number;
  /** What was told or silenced of a tenant's alarms on record. */
  readonly items: number;
  readonly testsPerHour: number;
}
