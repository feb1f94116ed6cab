import type { Platform } from "../compose/compose.ts";
import { alarmInfoRecordOf } from "../transports/http/records/alarm-record.ts";
import type { AlarmSource } from "../transports/live/alarm-subscription.ts";

/** The live view tells alarms in the words of REST [ALM4]. */
export const alarmSourceOf = ({ alarms, maintenance, clock }: Platform): AlarmSource => ({
  some: async (reach, ids) => {
    const [found, windows] = [await alarms.some(reach, ids), await maintenance.on(reach.tenantId)];
    return found.map((alarm) => alarmInfoRecordOf(alarm, windows, clock()));
  },
});
