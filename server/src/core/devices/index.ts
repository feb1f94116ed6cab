export { DeviceActivity } from "./activity.ts";
export { ChosenTokens } from "./chosen-tokens.ts";
export type {
  Device,
  DeviceCredentials,
  DeviceProperties,
  DeviceWithActivity,
  WantedDevice,
} from "./device.ts";
export { type DeviceIdentity, identityOf, isNews } from "./device-identity.ts";
export type {
  AttributeOrder,
  Contact,
  CreateOutcome,
  DeviceQuery,
  DeviceSortProperty,
  DeviceStore,
  Move,
  MovedDevice,
  MoveOutcome,
  NewDevice,
  StoredDevice,
} from "./device-store.ts";
export { DeviceTokens } from "./device-tokens.ts";
export { type ChosenToken, type DeviceFilter, Devices } from "./devices.ts";
export { deviceNotFound, importHeaderInvalid, importTooManyRows, moveTooMany } from "./errors.ts";
export { type ImportRow, importDevices } from "./import-devices.ts";
export { choiceOf, type DeviceChoice } from "./sent-choice.ts";
export { TokenGuesses } from "./token-guesses.ts";
