import * as layout from "./preview-layout.ts";

/** One drawable line of a preview. */
export interface PreviewSeries {
  /** Index of the channel in the measurement file. */
  readonly channel: number;
  /** 0; for positions 0 latitude, 1 longitude, 2 altitude; for vectors the place in the sample. */
  readonly component: number;
  /** `counts`: strings and bytes, there is nothing to draw but where samples are. */
  readonly kind: layout.SeriesKind;
  /** Samples of the channel. */
  readonly count: number;
  readonly firstNs: bigint;
  readonly lastNs: bigint;
  readonly section: { readonly offset: number; readonly bytes: number; readonly originNs: bigint };
}

/** Buckets of one resolution inside a time window, in the order of time; times without samples have no bucket. */
export interface PreviewWindow {
  /** Width of a bucket in nanoseconds. */
  readonly widthNs: number;
  readonly length: number;
  /** Start of every bucket, nanoseconds since 1970. */
  readonly startNs: BigInt64Array;
  readonly counts: Uint32Array;
  /** 1: draw no line from the bucket before. */
  readonly gaps: Uint8Array;
  /** NaN where a bucket has samples but no number. Empty for `counts`. */
  readonly min: Float64Array;
  readonly max: Float64Array;
  readonly first: Float64Array;
  readonly last: Float64Array;
}

/** Cuts the records of some pages down to a window. */
export class WindowReader {
  readonly #series: PreviewSeries;
  readonly #widthNs: number;
  readonly #view: DataView;
  readonly #firstKey: number;

  constructor(series: PreviewSeries, widthNs: number, view: DataView, firstKey: number) {
    this.#series = series;
    this.#widthNs = widthNs;
    this.#view = view;
    this.#firstKey = firstKey;
  }

  window(from: number, to: number): PreviewWindow {
    const places = this.#placesWithin(from, to);
    const values = this.#series.kind === "counts" ? [] : places;
    const column = (field: number): Float64Array => Float64Array.from(values, (at) => this.#value(at, field));
    const field = (at: number): number => this.#view.getUint32(at + 4, true);
    return {
      widthNs: this.#widthNs,
      length: places.length,
      startNs: BigInt64Array.from(
        places,
        (at) => this.#series.section.originNs + BigInt(this.#keyAt(at) * this.#widthNs),
      ),
      counts: Uint32Array.from(places, (at) => field(at) % layout.gapBit),
      gaps: Uint8Array.from(places, (at) => (field(at) >= layout.gapBit ? 1 : 0)),
      min: column(0),
      max: column(1),
      first: column(2),
      last: column(3),
    };
  }

  #placesWithin(from: number, to: number): number[] {
    const places: number[] = [];
    const record = layout.recordBytesOf(this.#series.kind);
    for (let at = 0; at + record <= this.#view.byteLength; at += record) {
      const start = this.#keyAt(at) * this.#widthNs;
      if (start + this.#widthNs > from && start < to) places.push(at);
    }
    return places;
  }

  #keyAt(at: number): number {
    return this.#firstKey + this.#view.getUint32(at, true);
  }

  #value(at: number, field: number): number {
    const isDouble = this.#series.kind === "float64";
    return isDouble ? this.#view.getFloat64(at + 8 + field * 8, true) : this.#view.getFloat32(at + 8 + field * 4, true);
  }
}
