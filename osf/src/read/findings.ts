/** Something a file has wrong, or odd, that reading could go on from. */
export interface Finding {
  readonly code: FindingCode;
  /** Byte offset in the uncompressed file of the first occurrence. */
  readonly position: number;
  readonly what: string;
  readonly consequence: string;
  /** True when samples are missing because of it. */
  readonly loss: boolean;
  /** Index of the channel it happened on, if it is about one. */
  readonly channel: number | undefined;
  /** How often it happened (on this channel). */
  readonly count: number;
}

interface Kind {
  readonly what: (detail: string) => string;
  readonly consequence: string;
  readonly loss: boolean;
}

const note = (what: string, consequence: string): Kind => ({
  what: (detail) => what + detail,
  consequence,
  loss: false,
});
const loss = (what: string, consequence: string): Kind => ({
  what: (detail) => what + detail,
  consequence,
  loss: true,
});

/** Everything the specification says to tolerate, with what becomes of it. */
const kinds = {
  truncated: loss("The last block is cut off", "its samples are missing, everything before it was read"),
  salvaged: loss("The last block is cut off", "its complete samples were read, the rest is missing"),
  "stray-byte": note("A single byte behind the last block", "ignored, the file ends cleanly"),
  "unknown-channel": loss(
    "A block of a channel that is not declared",
    "blocks can no longer be told apart: reading stopped here",
  ),
  resynchronised: loss("Damaged bytes between blocks", "skipped up to the next plausible block"),
  "zero-length": note("A block of length zero", "skipped"),
  "crc-failed": loss("A block whose checksum is wrong", "skipped, its samples are missing"),
  "block-too-large": loss("A block above the limit maxBlockBytes", "skipped, its samples are missing"),
  malformed: loss("A malformed block", "skipped, its samples are missing"),
  "count-too-large": loss("A block announces more samples than it holds", "the samples it holds were read"),
  "surplus-bytes": note("Bytes behind the samples of a block", "ignored"),
  "unsupported-type": loss("A channel of an unsupported datatype", "its blocks were skipped"),
  "unsupported-block": loss("A block type this datatype cannot have", "skipped"),
  "unknown-block": note("A block of unknown type", "skipped"),
  "reserved-block": note("A block of the reserved type 0", "skipped"),
  "legacy-event": note("An old time event", "skipped, it is no sample"),
  "status-event": note("A status event", "skipped, it is no sample"),
  signature: note("A signature block", "not checked"),
  "no-time-base": loss("Continued data without a start block", "skipped, its samples have no time"),
  "no-anchor": loss("Relative times without a time to refer to", "skipped, its samples have no time"),
  "old-start-block": note("A start block without sample rate", "the channel's timeincrement was used"),
  "no-rate": note("A start block whose sample rate is not above zero", "every sample has the start time"),
  "mixed-times": note(
    "Equidistant and time-stamped blocks on one channel",
    "all samples were kept as consecutive runs",
  ),
  "missing-terminator": note("An OSF4 value without its closing zero byte", "the last byte was kept"),
  "several-values": note("Several values in one string or binary block", "split into samples"),
  "invalid-text": note("Text that is not UTF-8", "other bytes were taken as Windows-1252"),
  "metablock-text": note("A metablock that is not UTF-8", "other bytes were taken as Windows-1252"),
  "line-end": note("A carriage return at the end of the first line", "ignored"),
  "metablock-encoding": note("A metablock in the encoding of the other version", "read by its first byte"),
  "duplicate-name": note("A channel name that another channel has as well", "both are kept, told apart by their index"),
  "info-incomplete": note("Additional information without name or value", "left out"),
  "info-block-osf5": note("An info block in an OSF5 file", "read as in OSF4"),
  "info-unreadable": note("An info block that cannot be read", "ignored"),
  "trailer-position": note("A magic trailer that names another position", "ignored"),
  "bytes-behind-end": note("Bytes behind the end of the file", "ignored"),
  "falling-times": note("Times that do not rise", "kept in the order of the file"),
  "trailer-statistics": note("Statistics of the info block that disagree with the samples", "the samples count"),
  "compressed-truncated": loss("The compressed data is cut off", "what could be inflated was read"),
  "compressed-damaged": loss(
    "The compressed data is damaged",
    "what could be inflated was read, and may be wrong near its end",
  ),
  "more-findings": loss("More kinds of findings than are listed", "only counted here"),
  "compressed-surplus": note("Bytes behind the end of the compressed data", "ignored"),
} as const satisfies Record<string, Kind>;

export type FindingCode = keyof typeof kinds;

/** Findings are grouped by what and channel; this many groups are kept, further ones are only counted. */
const maxGroups = 1000;

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Collects findings; memory is bounded however broken a file is. */
export class Findings {
  readonly #groups = new Map<string, Writable<Finding>>();
  /** Counts what found no place: nothing is left out silently. */
  #others: Writable<Finding> | undefined;

  add(code: FindingCode, position: number, channel?: number, detail = ""): void {
    const key = channel === undefined ? code : `${code}/${channel}`;
    const known = this.#groups.get(key);
    if (known) known.count++;
    else if (this.#groups.size < maxGroups) this.#groups.set(key, newFinding(code, position, channel, detail));
    else if (this.#others) this.#others.count++;
    else this.#others = newFinding("more-findings", position, undefined, `the first is ${code}`);
  }

  /** In the order of their first occurrence. */
  list(): Finding[] {
    return [...this.#groups.values(), ...(this.#others ? [this.#others] : [])];
  }
}

function newFinding(
  code: FindingCode,
  position: number,
  channel: number | undefined,
  detail: string,
): Writable<Finding> {
  const kind: Kind = kinds[code];
  const what = kind.what(detail === "" ? "" : ` (${detail})`);
  return { code, position, what, consequence: kind.consequence, loss: kind.loss, channel, count: 1 };
}
