import { IdSet } from "../../../kernel/id-set.ts";
import type { DeviceId } from "../../../kernel/ids.ts";

const idLength = 36;

/** Devices as nodes tell them to each other: one id after the other, nothing between them. */
export const idsAsBytes = (ids: Iterable<DeviceId>): Uint8Array => new TextEncoder().encode([...ids].join(""));

export function idsIn(bytes: Uint8Array): IdSet<DeviceId> {
  const text = new TextDecoder().decode(bytes);
  const found = new IdSet<DeviceId>(text.length / idLength);
  for (let at = 0; at < text.length; at += idLength) found.addAt(text, at);
  return found;
}
