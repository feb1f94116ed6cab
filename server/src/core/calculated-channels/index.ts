export type { CalculatedChannelStore } from "./book/calculated-channel-store.ts";
export { CalculatedChannels } from "./book/calculated-channels.ts";
export { calculatedRangeInvalid, calculatedVersionNeeded, previewDeviceNeeded } from "./book/errors.ts";
export { namedChannels } from "./book/named-channels.ts";
export type { CalculatedChannel } from "./calculated-channel.ts";
export { type FillInput, fillChannelKind } from "./fill/fill-channel.ts";
export type { CalculationProgress, LiveCalculationStore, MemberQuery } from "./live/live-calculation-store.ts";
export { LiveCalculations } from "./live/live-calculations.ts";
export { CalculationPreview, type Preview } from "./preview.ts";
