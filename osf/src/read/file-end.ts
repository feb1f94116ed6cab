import type { OsfVersion } from "../format/magic-line.ts";
import { type MagicTrailer, parseMagicTrailer, parseTrailer, type Trailer } from "../format/trailer.ts";
import type { Findings } from "./findings.ts";
import { readDefaults } from "./read-options.ts";

/** What stands behind the blocks: the info block, and the magic trailer that names its place (§9). */
export class FileEnd {
  trailer: Trailer | undefined;
  readonly #version: OsfVersion;
  readonly #findings: Findings;

  constructor(version: OsfVersion, findings: Findings) {
    this.#version = version;
    this.#findings = findings;
  }

  info(payload: Uint8Array, position: number): void {
    this.trailer = parseTrailer(payload, position, readDefaults.maxMetablockEntries);
    if (this.#version === 5) this.#findings.add("info-block-osf5", position);
    if (!this.trailer) this.#findings.add("info-unreadable", position);
  }

  /** The bytes behind the info block, the first of `totalBytes`, which begin at `position`. */
  tail(tail: Uint8Array, totalBytes: number, position: number): void {
    const magic = parseMagicTrailer(tail);
    const surplus = totalBytes - (magic ? magic.end - magic.start : 0);
    if (surplus > 0) {
      const at = magic?.start === 0 ? magic.end : 0;
      this.#findings.add("bytes-behind-end", position + at, undefined, `${surplus} bytes behind the info block`);
    }
    if (this.trailer && magic) this.trailer = this.#compared(this.trailer, magic, position + magic.start);
  }

  #compared(trailer: Trailer, { declaredPosition }: MagicTrailer, position: number): Trailer {
    if (declaredPosition !== trailer.position) {
      const detail = `${declaredPosition} instead of ${trailer.position}`;
      this.#findings.add("trailer-position", position, undefined, detail);
    }
    return { ...trailer, declaredPosition };
  }
}
