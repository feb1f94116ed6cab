import type { Buckets, Level } from "./buckets.ts";
import type { BuiltSeries } from "./built-series.ts";
import * as layout from "./preview-layout.ts";

/** Each resolution is this much coarser than the one before. */
const levelFactor = 4;
const exactInFloat32 = new Set(["float", "int8", "uint8", "int16", "uint16", "bool"]);

export function encodePreview(all: readonly BuiltSeries[]): Uint8Array<ArrayBuffer> {
  const sections = all.map((series) => encodeSection(levelsOf(series.buckets), kindOf(series)));
  const start = layout.fileHeadBytes + all.length * layout.entryBytes;
  const bytes = new Uint8Array(sections.reduce((sum, section) => sum + section.length, start));
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(layout.magic));
  view.setUint16(4, layout.layoutVersion, true);
  view.setUint32(8, all.length, true);
  let offset = start;
  for (const [i, section] of sections.entries()) {
    const series = all[i];
    if (series) encodeEntry(view, layout.fileHeadBytes + i * layout.entryBytes, series, section.length, offset);
    bytes.set(section, offset);
    offset += section.length;
  }
  return bytes;
}

/** 32-bit values where they hold every value of the type exactly. */
function kindOf({ element }: BuiltSeries): layout.SeriesKind {
  if (element === undefined) return "counts";
  return exactInFloat32.has(element) ? "float32" : "float64";
}

/** The finest resolution first, down to one that fits a page. Widths that merge little are not worth a level. */
function levelsOf(finest: Buckets): Level[] {
  finest.boundKeys();
  const levels = [finest];
  for (let last = finest; last.length > layout.pageBuckets; levels.push(last)) {
    let next = last.coarser(levelFactor);
    while (next.length > last.length / 2) next = next.coarser(2);
    last = next;
  }
  return levels;
}

function encodeEntry(view: DataView, at: number, series: BuiltSeries, sectionBytes: number, offset: number): void {
  view.setUint16(at, series.channel.index, true);
  view.setUint8(at + 2, series.component);
  view.setUint8(at + 3, layout.kinds.indexOf(kindOf(series)));
  view.setUint32(at + 4, sectionBytes, true);
  view.setFloat64(at + 8, offset, true);
  view.setFloat64(at + 16, series.count, true);
  view.setBigInt64(at + 24, series.originNs, true);
  view.setBigInt64(at + 32, series.firstNs, true);
  view.setBigInt64(at + 40, series.lastNs, true);
}

function encodeSection(levels: readonly Level[], kind: layout.SeriesKind): Uint8Array {
  const pages = levels.flatMap((level) => pageKeys(level));
  const headBytes = layout.sectionHeadBytes + levels.length * layout.levelBytes + pages.length * 4;
  const records = levels.reduce((sum, level) => sum + level.length, 0);
  const bytes = new Uint8Array(headBytes + records * layout.recordBytesOf(kind));
  const view = new DataView(bytes.buffer);
  view.setUint32(0, levels.length, true);
  view.setUint32(4, headBytes, true);
  let at = layout.sectionHeadBytes;
  for (const level of levels) {
    view.setFloat64(at, level.widthNs, true);
    view.setFloat64(at + 8, level.keys[0] ?? 0, true);
    view.setUint32(at + 16, level.length, true);
    at += layout.levelBytes;
  }
  for (const key of pages) {
    view.setUint32(at, key, true);
    at += 4;
  }
  for (const level of levels) at = encodeRecords(view, at, level, kind);
  return bytes;
}

function pageKeys(level: Level): number[] {
  const first = level.keys[0] ?? 0;
  const keys: number[] = [];
  for (let i = 0; i < level.length; i += layout.pageBuckets) keys.push((level.keys[i] ?? 0) - first);
  return keys;
}

function encodeRecords(view: DataView, start: number, level: Level, kind: layout.SeriesKind): number {
  const first = level.keys[0] ?? 0;
  let at = start;
  for (let i = 0; i < level.length; i++, at += layout.recordBytesOf(kind)) {
    const count = Math.min(level.counts[i] ?? 0, layout.gapBit - 1);
    view.setUint32(at, (level.keys[i] ?? 0) - first, true);
    view.setUint32(at + 4, count + (level.gaps[i] ? layout.gapBit : 0), true);
    const values = [level.min[i], level.max[i], level.first[i], level.last[i]];
    for (const [v, value = Number.NaN] of values.entries()) {
      if (kind === "float32") view.setFloat32(at + 8 + v * 4, value, true);
      if (kind === "float64") view.setFloat64(at + 8 + v * 8, value, true);
    }
  }
  return at;
}
