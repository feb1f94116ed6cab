import {
  type Sample,
  type TelemetryStore,
  type TelemetryValue,
  valueAsJson,
  valueAsText,
} from "../../../core/telemetry/index.ts";
import type { DeviceId } from "../../../kernel/ids.ts";
import type { TelemetryRead } from "./telemetry-query.ts";

type ValueText = (value: TelemetryValue) => string;

/** Text by default; `useStrictDataTypes` keeps the JSON type, with every digit [TEL1, TEL3]. */
export const valueWriter = (strict: boolean): ValueText =>
  strict ? strictText : (value) => JSON.stringify(valueAsText(value));

/** A sum may run out of the doubles; JSON has no word for that, so text has to do. */
const strictText: ValueText = (value) =>
  typeof value === "number" && !Number.isFinite(value) ? `"${value}"` : valueAsJson(value);

const samplesPerPart = 1_000;

/** The body of a read, `{"<key>":[{"ts":…,"value":…}]}`, in parts. Keys without points are left out [TEL2]. */
export async function* telemetryText(
  store: TelemetryStore,
  device: DeviceId,
  read: TelemetryRead,
  written: ValueText,
): AsyncGenerator<string> {
  let separator = "{";
  for await (const { key, chunks } of seriesOf(store, device, read)) {
    let open = false;
    for await (const samples of chunks) {
      if (samples.length === 0) continue;
      const points = samples.map(({ ts, value }) => `{"ts":${ts},"value":${written(value)}}`).join(",");
      yield open ? `,${points}` : `${separator}${JSON.stringify(key)}:[${points}`;
      open = true;
    }
    if (!open) continue;
    separator = ",";
    yield "]";
  }
  yield separator === "{" ? "{}" : "}";
}

interface Series {
  readonly key: string;
  readonly chunks: AsyncIterable<readonly Sample[]> | Iterable<readonly Sample[]>;
}

async function* seriesOf(store: TelemetryStore, device: DeviceId, read: TelemetryRead): AsyncGenerator<Series> {
  if (read.kind === "latest") {
    for (const [key, sample] of await store.latest(device, read.keys)) yield { key, chunks: [[sample]] };
    return;
  }
  for (const key of read.keys) {
    if (read.kind === "history") {
      const { order, limit } = read.query;
      yield { key, chunks: store.scan(device, key, read.query, order, limit) };
    } else {
      const buckets = await store.aggregate(device, key, read.edges, read.by);
      yield { key, chunks: inParts(read.order === "ASC" ? buckets : buckets.toReversed()) };
    }
  }
}

/** A hundred thousand buckets as one text would keep everybody waiting. */
function* inParts(samples: readonly Sample[]): Generator<readonly Sample[]> {
  for (let from = 0; from < samples.length; from += samplesPerPart) yield samples.slice(from, from + samplesPerPart);
}
