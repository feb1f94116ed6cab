import type { Transferable } from "node:worker_threads";
import type {
  AggregateFunction,
  BucketEdges,
  KeySelection,
  Sample,
  SeriesName,
  TimeRange,
} from "../../core/telemetry/index.ts";
import type { DeviceId } from "../../kernel/ids.ts";
import type { Direction, Span } from "./blocks/point-cursor.ts";
import { type Columns, sampleIfAny, samplesInTurns, samplesOf } from "./columns.ts";
import type { LatestCache } from "./heads/latest-cache.ts";
import { newestPerRead, scanChunkPoints, scanChunkTextBytes } from "./limits.ts";
import type { ReaderRequest } from "./read/reader-requests.ts";
import { type ChunkSize, scanChunks } from "./read/scan-chunks.ts";
import type { SeriesDirectory } from "./series/series-directory.ts";

const scanChunk: ChunkSize = { points: scanChunkPoints, text: scanChunkTextBytes };

interface ReadParts {
  readonly directory: SeriesDirectory;
  readonly latest: LatestCache;
  /** Asks a reader. */
  readonly read: (request: ReaderRequest, transfer?: readonly Transferable[]) => Promise<unknown>;
}

/** What is read of the devices that are here: newest values from memory where it knows them, everything else by the readers. */
export class StoredReads {
  readonly #parts: ReadParts;

  constructor(parts: ReadParts) {
    this.#parts = parts;
  }

  async latest(device: DeviceId, keys: KeySelection): Promise<ReadonlyMap<string, Sample>> {
    const found = new Map<string, Sample>();
    const unknown: [string, number][] = [];
    for (const [key, series] of this.#parts.directory.selected(device, keys)) {
      const sample = this.#parts.latest.get(series);
      if (sample === undefined) unknown.push([key, series]);
      else if (sample !== "none") found.set(key, sample);
    }
    if (unknown.length > 0) await this.#askForLatest(unknown, found);
    return found;
  }

  async #askForLatest(unknown: readonly (readonly [string, number])[], found: Map<string, Sample>): Promise<void> {
    const samples = await this.newestOf(unknown.map(([, id]) => id));
    for (const [i, [key]] of unknown.entries()) {
      const sample = samples[i];
      if (sample) found.set(key, sample);
    }
  }

  /** As `latest`, of many devices; those that memory does not know are asked for by the hundred. */
  async newest(asked: readonly SeriesName[]): Promise<readonly (Sample | undefined)[]> {
    const { latest, directory } = this.#parts;
    const series = asked.map(({ device, key }) => directory.keysHere(device).get(key));
    const known = series.map((id) => (id === undefined ? "none" : latest.get(id)));
    const unknown = series.filter((id, at) => id !== undefined && known[at] === undefined) as number[];
    const slices = Array.from({ length: Math.ceil(unknown.length / newestPerRead) }, (_, at) =>
      this.newestOf(unknown.slice(at * newestPerRead, (at + 1) * newestPerRead)),
    );
    const read = (await Promise.all(slices)).flat();
    let next = 0;
    return known.map((sample) => (sample === undefined ? read[next++] : sample === "none" ? undefined : sample));
  }

  /** The newest points as the blocks have them, in order; kept among the latest values from then on. */
  async newestOf(series: readonly number[]): Promise<readonly (Sample | undefined)[]> {
    const { latest, read } = this.#parts;
    const stamps = series.map((id) => latest.stampOf(id));
    const newest = (await read({ type: "latest", series })) as Columns;
    for (const [i, id] of series.entries()) latest.fill(id, stamps[i] as number, newest, i);
    return series.map((_, i) => sampleIfAny(newest, i));
  }

  async aggregate(
    device: DeviceId,
    key: string,
    edges: BucketEdges,
    by: AggregateFunction,
  ): Promise<readonly Sample[]> {
    const series = this.#parts.directory.keysHere(device).get(key);
    if (series === undefined || edges.length < 2) return [];
    const request = { type: "aggregate", series, edges: new Float64Array(edges), by } as const;
    return samplesInTurns((await this.#parts.read(request, [request.edges.buffer])) as Columns);
  }

  async *scan(
    device: DeviceId,
    key: string,
    range: TimeRange,
    order: Direction,
    limit: number,
  ): AsyncGenerator<readonly Sample[]> {
    const read = async (left: Span, most: number): Promise<Columns | undefined> => {
      const series = this.#parts.directory.keysHere(device).get(key); // again: the device may be gone meanwhile
      return series === undefined ? undefined : this.#chunk(series, left, order, most);
    };
    for await (const chunk of scanChunks(range, order, limit, scanChunk, read)) yield samplesOf(chunk);
  }

  async #chunk(series: number, { from, to }: Span, order: Direction, limit: number): Promise<Columns> {
    const request = { type: "read", series, from, to, order, limit, maxText: scanChunk.text } as const;
    return (await this.#parts.read(request)) as Columns;
  }
}
