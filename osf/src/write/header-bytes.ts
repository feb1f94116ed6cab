import { crcBytes } from "../format/control.ts";
import { crc32c } from "../format/crc32c.ts";
import { encodeText } from "../format/text.ts";
import type { WriteOptions } from "./channel-spec.ts";
import { jsonMetablock, xmlMetablock } from "./metablock-text.ts";

/** First line and metablock. */
export function headerBytes(options: WriteOptions): Uint8Array {
  const version = options.version ?? 5;
  const metablock = encodeText(version === 4 ? xmlMetablock(options) : jsonMetablock(options));
  const token = options.crc
    ? ` crc32c:${crc32c(metablock)
        .toString(16)
        .toUpperCase()
        .padStart(crcBytes * 2, "0")}`
    : "";
  const line = encodeText(`OSF${version} ${metablock.length}${token}\n`);
  const bytes = new Uint8Array(line.length + metablock.length);
  bytes.set(line);
  bytes.set(metablock, line.length);
  return bytes;
}
