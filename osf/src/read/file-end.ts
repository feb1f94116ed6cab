import type { OsfVersion } from "../format/magic-line.ts";
import { parseMagicTrailer, parseTrailer, type Trailer } from "../format/trailer.ts";
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
    const declaredPosition = parseMagicTrailer(tail);
    const isSurplus = declaredPosition === undefined ? totalBytes > 0 : totalBytes > tail.length;
    if (isSurplus)
      this.#findings.add("bytes-behind-end", position, undefined, `${totalBytes} bytes behind the info block`);
    if (!this.trailer || declaredPosition === undefined) return;
    if (declaredPosition !== this.trailer.position) {
      const detail = `${declaredPosition} instead of ${this.trailer.position}`;
      this.#findings.add("trailer-position", position, undefined, detail);
    }
    this.trailer = { ...this.trailer, declaredPosition };
  }
}
