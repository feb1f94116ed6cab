export { DevicesByValue, type ValueOrder } from "./devices-by-value.ts";
export { sortKeyMissing } from "./errors.ts";
