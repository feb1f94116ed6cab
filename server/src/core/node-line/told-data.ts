import { parseJsonText } from "@heliograph/contract/json-text";

/** Data as nodes tell it to each other. */
export const bytesOf = (data: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(data));

/** What another node of ours told: it is what the topic, with its version, says. */
export const dataIn = <T>(body: Uint8Array): T => parseJsonText(new TextDecoder().decode(body)) as T;
