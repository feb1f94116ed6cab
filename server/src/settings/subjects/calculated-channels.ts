import { wholeNumber } from "../setting-kinds.ts";

/** Channels that are calculated from others. */
export const calculatedChannelsSettings = {
  calculatedChannelsPerTenant: wholeNumber(
    "HELIO_CALCULATED_CHANNELS_PER_TENANT",
    1_000,
    "Calculated channels a tenant may have",
    { min: 1, max: 10_000 },
  ),
  calculatedDevices: wholeNumber("HELIO_CALCULATED_DEVICES", 10_000, "Devices one sum over a project is made of", {
    min: 1,
    max: 100_000,
  }),
  calculatedPreview: wholeNumber("HELIO_CALCULATED_PREVIEW", 10_000, "Results a preview of a calculated channel has", {
    min: 100,
    max: 1_000_000,
  }),
} as const;
