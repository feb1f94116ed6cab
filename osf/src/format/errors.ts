/** Why a file was refused. Everything else a file can have wrong is a finding, not an error (§7). */
export type OsfErrorCode =
  | "not-osf"
  | "unsupported-version"
  | "malformed-header"
  | "unknown-token"
  | "metablock-truncated"
  | "metablock-unreadable"
  | "metablock-crc"
  | "metablock-too-large"
  | "malformed-channel"
  | "unsupported-type"
  | "old-start-block"
  | "inflated-too-large"
  | "source-consumed"
  | "unknown-channel"
  | "not-writable";

/** A file that is refused, or a call that cannot be carried out; the message names position and reason. */
export class OsfError extends Error {
  override readonly name = "OsfError";
  readonly code: OsfErrorCode;
  /** Byte offset in the (uncompressed) file where the reason lies, if it lies in a file. */
  readonly position: number | undefined;

  constructor(code: OsfErrorCode, message: string, position?: number) {
    super(position === undefined ? message : `${message} (at byte ${position})`);
    this.code = code;
    this.position = position;
  }
}
