export type { NamedKind, ReferenceNames } from "./reference-names.ts";
export { namesByStoredId, namesToTell } from "./told-names.ts";
