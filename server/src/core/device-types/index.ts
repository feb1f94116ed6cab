export {
  contentAfter,
  type DeviceType,
  type DeviceTypeChange,
  type DeviceTypeContent,
  type DeviceTypeInfo,
  type DeviceTypeText,
  defaultTypeName,
  emptyDefinition,
} from "./device-type.ts";
export type { DeviceTypeQuery, DeviceTypeStore, NamedType, VersionedType } from "./device-type-store.ts";
export { DeviceTypes, typeAdded } from "./device-types.ts";
export { deviceTypeInvalid } from "./errors.ts";
export { factsOfChange } from "./type-facts.ts";
