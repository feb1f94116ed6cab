export type { Attribute, AttributeChange, AttributeSelection, AttributeValue } from "./attribute.ts";
export type { ApplyOutcome, AttributeStore } from "./attribute-store.ts";
export { Attributes } from "./attributes.ts";
export { decodeAttributes } from "./decode-attributes.ts";
export { clientScopeIsTheDevices } from "./errors.ts";
export { maxAttributesPerScope } from "./limits.ts";
