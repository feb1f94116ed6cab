import type { Metablock } from "../format/channel.ts";
import { crc32c } from "../format/crc32c.ts";
import { removedTypes } from "../format/data-type.ts";
import { OsfError } from "../format/errors.ts";
import type { HeaderNote } from "../format/header-note.ts";
import { type MagicLine, parseMagicLine } from "../format/magic-line.ts";
import { parseMetablock } from "../format/metablock.ts";
import { ByteGatherer } from "./source/byte-gatherer.ts";

/** First line and metablock of a file. */
export interface OsfHeader extends Omit<MagicLine, "lineBytes" | "metablockCrc" | "hasCarriageReturn">, Metablock {
  /** Where the blocks begin. */
  readonly dataStart: number;
  /** What is odd about first line and metablock; findings of every pass. */
  readonly notes: readonly HeaderNote[];
}

interface HeaderLimits {
  readonly strict: boolean;
  readonly maxMetablockBytes: number;
  readonly maxMetablockEntries: number;
}

/** Gathers the bytes of a header as they arrive. */
export class HeaderReader {
  readonly #limits: HeaderLimits;
  readonly #bytes = new ByteGatherer();
  #line: MagicLine | undefined;

  constructor(limits: HeaderLimits) {
    this.#limits = limits;
  }

  /** Takes a chunk; returns header and the bytes behind it once complete. */
  push(chunk: Uint8Array): { readonly header: OsfHeader; readonly rest: Uint8Array } | undefined {
    this.#bytes.append(chunk);
    this.#line ??= this.#magicLine(false);
    if (!this.#line) return undefined;
    const dataStart = this.#line.lineBytes + this.#line.metablockBytes;
    if (this.#bytes.length < dataStart) return undefined;
    return { header: this.#header(this.#line, dataStart), rest: this.#bytes.bytes.subarray(dataStart) };
  }

  /** The source ended before the header did. */
  end(): never {
    const line = this.#line ?? this.#magicLine(true);
    const missing = line ? `${this.#bytes.length - line.lineBytes} of ${line.metablockBytes} bytes are there` : "";
    throw new OsfError("metablock-truncated", `The metablock is cut off: ${missing}`, this.#bytes.length);
  }

  #magicLine(isEnd: boolean): MagicLine | undefined {
    const line = parseMagicLine(this.#bytes.bytes, isEnd);
    if (line && line.metablockBytes > this.#limits.maxMetablockBytes) {
      const limit = this.#limits.maxMetablockBytes;
      throw new OsfError(
        "metablock-too-large",
        `A metablock of ${line.metablockBytes} bytes is above the limit of ${limit}`,
        0,
      );
    }
    return line;
  }

  #header(line: MagicLine, dataStart: number): OsfHeader {
    const bytes = this.#bytes.bytes.subarray(line.lineBytes, dataStart);
    if (line.metablockCrc !== undefined && crc32c(bytes) !== line.metablockCrc) {
      throw new OsfError("metablock-crc", "The checksum of the metablock is wrong", line.lineBytes);
    }
    const { metablock, notes } = parseMetablock(bytes, line.lineBytes, this.#limits.maxMetablockEntries);
    if (this.#limits.strict) refuseUnsupportedTypes(metablock, line.lineBytes);
    const { version, identifier, metablockBytes, integrity, keyId } = line;
    return {
      version,
      identifier,
      metablockBytes,
      integrity,
      keyId,
      ...metablock,
      dataStart,
      notes: [...lineNotes(line, metablock), ...notes],
    };
  }
}

/** §2: one CR is stripped; a metablock in the encoding of the other version is read. */
function lineNotes({ hasCarriageReturn, lineBytes, version }: MagicLine, { encoding }: Metablock): HeaderNote[] {
  const isForeign = (version === 5) !== (encoding === "json");
  return [
    ...(hasCarriageReturn ? [{ code: "line-end" as const, position: lineBytes - 2 }] : []),
    ...(isForeign
      ? [{ code: "metablock-encoding" as const, position: lineBytes, detail: `${encoding} in OSF${version}` }]
      : []),
  ];
}

/** The specification rejects removed types; by default only their channels are lost (§5). */
function refuseUnsupportedTypes(metablock: Metablock, position: number): void {
  const channel = metablock.channels.find(({ datatype }) => datatype === undefined);
  if (!channel) return;
  const instead = removedTypes.get(channel.declaredType);
  const advice = instead ? `; it was removed, the replacement is ${instead}` : "";
  throw new OsfError(
    "unsupported-type",
    `Channel '${channel.name}' has the datatype '${channel.declaredType}'${advice}`,
    position,
  );
}
