import { duration, longSpan, wholeNumber } from "../setting-kinds.ts";

/** Alarms, and what is said about them. */
export const alarmsSettings = {
  alarmsPerTenant: wholeNumber("HELIO_ALARMS_PER_TENANT", 100_000, "Alarms a tenant may have, cleared ones included", {
    min: 10,
    max: 100_000_000,
  }),
  alarmsPerDevice: wholeNumber("HELIO_ALARMS_PER_DEVICE", 1_000, "Alarms of a device that are not cleared", {
    min: 1,
    max: 100_000,
  }),
  alarmRetention: duration(
    "HELIO_ALARM_RETENTION",
    "365d",
    "Alarms are kept so long after they were cleared",
    longSpan,
  ),
  alarmDetailsBytes: wholeNumber("HELIO_ALARM_DETAILS_BYTES", 16_384, "Bytes of an alarm's details as JSON", {
    min: 64,
    max: 1_048_576,
  }),
  alarmComments: wholeNumber("HELIO_ALARM_COMMENTS", 1_000, "Comments of an alarm, the system's own included", {
    min: 1,
    max: 100_000,
  }),
  maintenanceWindows: wholeNumber("HELIO_MAINTENANCE_WINDOWS", 1_000, "Maintenance windows a tenant may have", {
    min: 1,
    max: 100_000,
  }),
} as const;
