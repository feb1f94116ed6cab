export type { Attribute, AttributeChange, AttributeSelection, AttributeValue } from "./attribute.ts";
export type { ApplyOutcome, AttributeStore } from "./attribute-store.ts";
export { Attributes } from "./attributes.ts";
export { clientScopeIsTheDevices } from "./errors.ts";
