/** Which alarm is open: a link to it can be sent. */
export interface AlarmSearch {
  readonly alarm?: string;
}

export const alarmSearchOf = ({ alarm }: Record<string, unknown>): AlarmSearch =>
  typeof alarm === "string" && alarm !== "" ? { alarm } : {};
