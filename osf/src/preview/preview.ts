import { OsfError } from "../format/errors.ts";
import * as layout from "./preview-layout.ts";
import { type PreviewSeries, type PreviewWindow, WindowReader } from "./preview-window.ts";

/** Reads a part of a preview: from memory, from a file, or with a range request. */
export type ReadRange = (offset: number, length: number) => Promise<Uint8Array> | Uint8Array;

interface LevelHead {
  readonly widthNs: number;
  readonly firstKey: number;
  readonly buckets: number;
  readonly pages: Uint32Array;
  /** Offset of the first record in the preview. */
  readonly recordsAt: number;
}

const defaultBuckets = 256;
const maxSeries = 1 << 20;

/** Opens a preview made by PreviewBuilder. Of a remote one only the directory is fetched. */
export async function openPreview(source: Uint8Array | ReadRange): Promise<Preview> {
  const read: ReadRange =
    typeof source === "function" ? source : (offset, length) => source.subarray(offset, offset + length);
  const head = viewOf(await read(0, layout.fileHeadBytes));
  const name =
    head.byteLength < layout.fileHeadBytes
      ? ""
      : String.fromCharCode(...new Uint8Array(head.buffer, head.byteOffset, 4));
  if (name !== layout.magic || head.getUint16(4, true) !== layout.layoutVersion)
    throw unreadable("no preview, or of another version");
  const count = head.getUint32(8, true);
  if (count > maxSeries) throw unreadable(`${count} series`);
  const directory = viewOf(await read(layout.fileHeadBytes, count * layout.entryBytes));
  if (directory.byteLength < count * layout.entryBytes) throw unreadable("the directory is cut off");
  return new Preview(
    read,
    Array.from({ length: count }, (_, i) => seriesAt(directory, i * layout.entryBytes)),
  );
}

function seriesAt(view: DataView, at: number): PreviewSeries {
  const section = {
    offset: view.getFloat64(at + 8, true),
    bytes: view.getUint32(at + 4, true),
    originNs: view.getBigInt64(at + 24, true),
  };
  return {
    channel: view.getUint16(at, true),
    component: view.getUint8(at + 2),
    kind: layout.kinds[view.getUint8(at + 3)] ?? "counts",
    count: view.getFloat64(at + 16, true),
    firstNs: view.getBigInt64(at + 32, true),
    lastNs: view.getBigInt64(at + 40, true),
    section,
  };
}

export class Preview {
  readonly series: readonly PreviewSeries[];
  readonly #read: ReadRange;
  readonly #levels = new Map<PreviewSeries, readonly LevelHead[]>();

  constructor(read: ReadRange, series: readonly PreviewSeries[]) {
    this.#read = read;
    this.series = series;
  }

  /** The line of a channel. */
  findSeries(channel: number, component = 0): PreviewSeries | undefined {
    return this.series.find((series) => series.channel === channel && series.component === component);
  }

  /**
   * The finest buckets of `[fromNs, toNs)` that are about `maxBuckets` or fewer (one per pixel, say). A few
   * kilobytes are read for any zoom.
   */
  async window(
    series: PreviewSeries,
    fromNs: bigint,
    toNs: bigint,
    maxBuckets = defaultBuckets,
  ): Promise<PreviewWindow> {
    const from = Number(fromNs - series.section.originNs);
    const to = Number(toNs - series.section.originNs);
    const levels = await this.#levelsOf(series);
    const allowed = Math.ceil(maxBuckets / layout.pageBuckets) + 1;
    const fitting = levels.find((level) => pagesIn(level, from, to).count <= allowed) ?? levels.at(-1);
    if (!fitting) return new WindowReader(series, 0, new DataView(new ArrayBuffer(0)), 0).window(from, to);
    return this.#readWindow(series, fitting, from, to);
  }

  async #readWindow(series: PreviewSeries, level: LevelHead, from: number, to: number): Promise<PreviewWindow> {
    const { first, count } = pagesIn(level, from, to);
    const record = layout.recordBytesOf(series.kind);
    const start = first * layout.pageBuckets;
    const end = Math.min(level.buckets, start + count * layout.pageBuckets);
    const bytes =
      count === 0 ? new Uint8Array(0) : await this.#read(level.recordsAt + start * record, (end - start) * record);
    return new WindowReader(series, level.widthNs, viewOf(bytes), level.firstKey).window(from, to);
  }

  async #levelsOf(series: PreviewSeries): Promise<readonly LevelHead[]> {
    const levels = this.#levels.get(series) ?? (await this.#readLevels(series));
    this.#levels.set(series, levels);
    return levels;
  }

  async #readLevels({ section, kind }: PreviewSeries): Promise<readonly LevelHead[]> {
    const start = viewOf(await this.#read(section.offset, layout.sectionHeadBytes));
    const [count, headBytes] = [start.getUint32(0, true), start.getUint32(4, true)];
    if (headBytes > section.bytes) throw unreadable("a section head is too large");
    const head = viewOf(await this.#read(section.offset, headBytes));
    let pagesAt = layout.sectionHeadBytes + count * layout.levelBytes;
    let recordsAt = section.offset + headBytes;
    return Array.from({ length: count }, (_, i) => {
      const at = layout.sectionHeadBytes + i * layout.levelBytes;
      const buckets = head.getUint32(at + 16, true);
      const pages = Uint32Array.from({ length: Math.ceil(buckets / layout.pageBuckets) }, (_page, p) =>
        head.getUint32(pagesAt + p * 4, true),
      );
      const level = {
        widthNs: head.getFloat64(at, true),
        firstKey: head.getFloat64(at + 8, true),
        buckets,
        pages,
        recordsAt,
      };
      pagesAt += pages.length * 4;
      recordsAt += buckets * layout.recordBytesOf(kind);
      return level;
    });
  }
}

/** The pages a window touches. */
function pagesIn(
  { widthNs, firstKey, pages }: LevelHead,
  from: number,
  to: number,
): { readonly first: number; readonly count: number } {
  const low = Math.floor(from / widthNs) - firstKey;
  const high = (to - 1) / widthNs - firstKey;
  let first = 0;
  while (first + 1 < pages.length && (pages[first + 1] as number) <= low) first++;
  let end = first;
  while (end < pages.length && (pages[end] as number) <= high) end++;
  return { first, count: end - first };
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const unreadable = (why: string): OsfError => new OsfError("not-osf", `The preview cannot be read: ${why}`);
