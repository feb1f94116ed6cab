// The records of a ZIP archive (PKWARE APPNOTE 6.3) whose entries are stored and whose checksums are known only after
// the bytes: local header, bytes, data descriptor, and at the end the directory.

export interface ZipEntry {
  readonly name: string;
  readonly size: number;
  readonly modified: Date;
}

/** Where an entry lies and what its bytes came to. */
export interface WrittenEntry extends ZipEntry {
  readonly offset: number;
  readonly crc: number;
}

/** Fields of 32 and 16 bits that hold this say: look into the ZIP64 record (4.4.1.4). */
const full32 = 0xffff_ffff;
const full16 = 0xffff;
const versionPlain = 20;
const version64 = 45;
const madeByUnix = (3 << 8) | version64;
/** Bit 3: a data descriptor follows; bit 11: names are UTF-8 (4.4.4). */
const flags = (1 << 3) | (1 << 11);
const regularFile = 0o100644 * 0x1_0000;
const msPerSecond = 1_000;

const isLarge = (value: number): boolean => value >= full32;

/** 4.3.7; the sizes stand in the ZIP64 field already where there is one, which says how long the descriptor is. */
export function localHeader(entry: ZipEntry): Buffer {
  const name = Buffer.from(entry.name);
  const large = isLarge(entry.size);
  const extra = Buffer.concat([large ? zip64Field([entry.size, entry.size]) : none, timeField(entry.modified)]);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(large ? version64 : versionPlain, 4);
  header.writeUInt16LE(flags, 6);
  dosTime(entry.modified).copy(header, 10);
  const size = large ? full32 : 0;
  header.writeUInt32LE(size, 18);
  header.writeUInt32LE(size, 22);
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(extra.length, 28);
  return Buffer.concat([header, name, extra]);
}

/** 4.3.9. */
export function dataDescriptor({ size }: ZipEntry, crc: number): Buffer {
  const large = isLarge(size);
  const record = Buffer.alloc(large ? 24 : 16);
  record.writeUInt32LE(0x08074b50, 0);
  record.writeUInt32LE(crc, 4);
  if (large) for (const at of [8, 16]) record.writeBigUInt64LE(BigInt(size), at);
  else for (const at of [8, 12]) record.writeUInt32LE(size, at);
  return record;
}

/** 4.3.12. */
export function directoryHeader({ name: text, size, modified, offset, crc }: WrittenEntry): Buffer {
  const name = Buffer.from(text);
  const wide = [...(isLarge(size) ? [size, size] : []), ...(isLarge(offset) ? [offset] : [])];
  const extra = Buffer.concat([wide.length > 0 ? zip64Field(wide) : none, timeField(modified)]);
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(madeByUnix, 4);
  header.writeUInt16LE(wide.length > 0 ? version64 : versionPlain, 6);
  header.writeUInt16LE(flags, 8);
  dosTime(modified).copy(header, 12);
  header.writeUInt32LE(crc, 16);
  header.writeUInt32LE(Math.min(size, full32), 20);
  header.writeUInt32LE(Math.min(size, full32), 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt32LE(regularFile, 38);
  header.writeUInt32LE(Math.min(offset, full32), 42);
  return Buffer.concat([header, name, extra]);
}

/** 4.3.14 to 4.3.16: with the ZIP64 records only where something does not fit. */
export function endOfArchive(count: number, directoryStart: number, directorySize: number): Buffer {
  const needs64 = count >= full16 || isLarge(directoryStart) || isLarge(directorySize);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  for (const at of [8, 10]) end.writeUInt16LE(Math.min(count, full16), at);
  end.writeUInt32LE(Math.min(directorySize, full32), 12);
  end.writeUInt32LE(Math.min(directoryStart, full32), 16);
  return needs64 ? Buffer.concat([endOfArchive64(count, directoryStart, directorySize), end]) : end;
}

function endOfArchive64(count: number, directoryStart: number, directorySize: number): Buffer {
  const record = Buffer.alloc(56 + 20);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE(madeByUnix, 12);
  record.writeUInt16LE(version64, 14);
  for (const at of [24, 32]) record.writeBigUInt64LE(BigInt(count), at);
  record.writeBigUInt64LE(BigInt(directorySize), 40);
  record.writeBigUInt64LE(BigInt(directoryStart), 48);
  record.writeUInt32LE(0x07064b50, 56); // the locator: where the record above lies
  record.writeBigUInt64LE(BigInt(directoryStart + directorySize), 64);
  record.writeUInt32LE(1, 72);
  return record;
}

const none = Buffer.alloc(0);

function zip64Field(values: readonly number[]): Buffer {
  const field = Buffer.alloc(4 + values.length * 8);
  field.writeUInt16LE(0x0001, 0);
  field.writeUInt16LE(values.length * 8, 2);
  for (const [index, value] of values.entries()) field.writeBigUInt64LE(BigInt(value), 4 + index * 8);
  return field;
}

/** The "extended timestamp": DOS times have no time zone and steps of two seconds. */
function timeField(modified: Date): Buffer {
  const field = Buffer.alloc(9);
  field.writeUInt16LE(0x5455, 0);
  field.writeUInt16LE(5, 2);
  field.writeUInt8(1, 4);
  field.writeUInt32LE(Math.min(full32, Math.max(0, Math.floor(modified.getTime() / msPerSecond))), 5);
  return field;
}

/** 4.4.6: time and date, from 1980 to 2107. */
function dosTime(modified: Date): Buffer {
  const year = Math.min(127, Math.max(0, modified.getUTCFullYear() - 1980));
  const record = Buffer.alloc(4);
  const time = (modified.getUTCHours() << 11) | (modified.getUTCMinutes() << 5) | (modified.getUTCSeconds() >> 1);
  record.writeUInt16LE(time, 0);
  record.writeUInt16LE((year << 9) | ((modified.getUTCMonth() + 1) << 5) | modified.getUTCDate(), 2);
  return record;
}
