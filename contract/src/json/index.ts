// Texts of JSON, read as they were written. Whoever gets what somebody else named reads it with this.
export { type JsonReading, parseJsonText, TooManyCodedNames } from "./escaped-names.ts";
export { endOfJsonString, isJsonName, parseJsonString } from "./json-strings.ts";
