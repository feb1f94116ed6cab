export { DevicesByValue } from "./devices-by-value.ts";
export { sortKeyMissing } from "./errors.ts";
