import { OsfError } from "./errors.ts";

/** The longest legal line is about 67 bytes (§2); more without a line end is no OSF file. */
const maxMagicLineBytes = 128;

const versions: ReadonlyMap<string, OsfVersion> = new Map([
  ["OSF4", 4],
  ["OCEAN_STREAM_FORMAT4", 4],
  ["OCEAN_STREAMING_FORMAT4", 4],
  ["OSF5", 5],
]);
const anyVersion = /^(?:OSF|OCEAN_STREAM(?:ING)?_FORMAT)(\d{1,3})$/;
const tokenPattern = /^([a-z0-9-]+):([\x21-\x7e]+)$/;
const lineFeed = 0x0a;

export type OsfVersion = 4 | 5;
/** How a file protects itself (§10); declared by the tokens of the first line only. */
export type IntegrityLevel = "none" | "crc" | "signed";

export interface MagicLine {
  readonly version: OsfVersion;
  /** As spelled in the file, e.g. `OCEAN_STREAM_FORMAT4`. */
  readonly identifier: string;
  readonly metablockBytes: number;
  /** Bytes of the line with its line feed: where the metablock begins. */
  readonly lineBytes: number;
  /** A carriage return stands in front of the line feed. */
  readonly hasCarriageReturn: boolean;
  readonly integrity: IntegrityLevel;
  readonly metablockCrc: number | undefined;
  /** Id of the signing key at level `signed`. */
  readonly keyId: string | undefined;
}

/** The first line of a file, or undefined while more bytes are needed. Throws OsfError when this is no readable OSF. */
export function parseMagicLine(bytes: Uint8Array, isEnd: boolean): MagicLine | undefined {
  const end = bytes.subarray(0, maxMagicLineBytes).indexOf(lineFeed);
  if (end < 0) {
    if (!isEnd && bytes.length < maxMagicLineBytes && couldBeMagic(bytes)) return undefined;
    throw new OsfError("not-osf", "Not an OSF file: no OSF identifier line", 0);
  }
  const text = asciiOf(bytes.subarray(0, end));
  const line = text.replace(/\r$/, "");
  const [identifier = "", length = "", ...tokens] = line.split(" ");
  const version = versionOf(identifier);
  if (!/^\d{1,15}$/.test(length)) {
    throw new OsfError(
      "malformed-header",
      "The metablock length in the first line is not a number",
      identifier.length + 1,
    );
  }
  const head = {
    version,
    identifier,
    metablockBytes: Number(length),
    lineBytes: end + 1,
    hasCarriageReturn: line !== text,
  };
  return { ...head, ...integrityOf(version, tokens, identifier.length + length.length + 2) };
}

/** All identifiers start with O: other data is refused at its first byte, not after 128. */
const couldBeMagic = (bytes: Uint8Array): boolean => bytes.length === 0 || bytes[0] === 0x4f;

/** Every byte as the character of the same number, so that bytes outside ASCII match nothing. */
const asciiOf = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

function versionOf(identifier: string): OsfVersion {
  const version = versions.get(identifier);
  if (version !== undefined) return version;
  const other = anyVersion.exec(identifier)?.[1];
  if (other !== undefined) {
    throw new OsfError("unsupported-version", `OSF version ${other} is not supported: '${identifier}'`, 0);
  }
  throw new OsfError("not-osf", "Not an OSF file: unknown identifier in the first line", 0);
}

type Integrity = Pick<MagicLine, "integrity" | "metablockCrc" | "keyId">;

function integrityOf(version: OsfVersion, tokens: readonly string[], position: number): Integrity {
  if (tokens.length === 0) return { integrity: "none", metablockCrc: undefined, keyId: undefined };
  if (version === 4) throw new OsfError("malformed-header", "OSF4 allows no tokens in the first line", position);
  const [crcToken, keyToken] = tokens.map((token) => parseToken(token, position));
  if (tokens.length > 2 || crcToken?.key !== "crc32c" || (keyToken && keyToken.key !== "ed25519")) {
    throw new OsfError("malformed-header", "The tokens of the first line must be crc32c, then ed25519", position);
  }
  const metablockCrc = Number.parseInt(crcToken.value, 16);
  return { integrity: keyToken ? "signed" : "crc", metablockCrc, keyId: keyToken?.value };
}

/** Tokens are strict in case and length (§10.1): a damaged one must not pass for another. */
const tokenValues: ReadonlyMap<string, RegExp> = new Map([
  ["crc32c", /^[0-9A-F]{8}$/],
  ["ed25519", /^[0-9a-f]{16}$/],
]);

function parseToken(token: string, position: number): { readonly key: string; readonly value: string } {
  const [, key, value] = tokenPattern.exec(token) ?? [];
  if (key === undefined || value === undefined) {
    throw new OsfError("malformed-header", "Malformed header token in the first line", position);
  }
  const pattern = tokenValues.get(key);
  if (!pattern) throw new OsfError("unknown-token", `unknown header token '${key}'`, position);
  if (!pattern.test(value))
    throw new OsfError("malformed-header", `Malformed value of header token '${key}'`, position);
  return { key, value };
}
