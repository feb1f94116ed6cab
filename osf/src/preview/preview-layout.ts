// The binary form of a preview, little-endian. It is made for reading parts of it: a directory with one entry per
// series, and per series a small head that says where the buckets of each resolution lie, in pages of 64.
//
//   file    = "OSFP" u16 version u16 reserved u32 series  entry*  section*
//   entry   = u16 channel u8 component u8 kind u32 sectionBytes f64 sectionOffset f64 count i64 origin i64 first i64 last
//   section = u32 levels u32 headBytes  level*  page*  record*
//   level   = f64 widthNs f64 firstKey u32 buckets u32 reserved
//   page    = u32 key of its first record, from the level's first key on; pages of all levels, finest level first
//   record  = u32 key u32 count (bit 31: gap before)  then, unless kind is "counts", min max first last

export const magic = "OSFP";
export const layoutVersion = 1;
export const fileHeadBytes = 12;
export const entryBytes = 48;
export const sectionHeadBytes = 8;
export const levelBytes = 24;
export const pageBuckets = 64;
export const gapBit = 0x80000000;

/** What a record holds besides its count. */
export const kinds = ["counts", "float32", "float64"] as const;
export type SeriesKind = (typeof kinds)[number];

const valueBytes: Readonly<Record<SeriesKind, number>> = { counts: 0, float32: 16, float64: 32 };

export const recordBytesOf = (kind: SeriesKind): number => 8 + valueBytes[kind];
