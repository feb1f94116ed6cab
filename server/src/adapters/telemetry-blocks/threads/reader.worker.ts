import type { DatabaseSync } from "node:sqlite";
import { maxAbsoluteTs } from "../../../core/telemetry/index.ts";
import { ThreadEnd } from "../../../threads/thread-end.ts";
import { BlockReader } from "../blocks/block-table.ts";
import type { Columns } from "../columns.ts";
import { ArenaReader } from "../heads/arena-reader.ts";
import { BucketFold } from "../read/aggregate.ts";
import type { LatestResult, ReaderRequest } from "../read/reader-requests.ts";
import { SeriesReader } from "../read/series-reader.ts";
import { openReaderDatabase } from "../sqlite/database.ts";
import { reportOnce } from "./damage-report.ts";
import type { DamagedBlock, WorkerStart } from "./messages.ts";

const everything = { from: -maxAbsoluteTs, to: maxAbsoluteTs + 1 } as const;

const port = new ThreadEnd<WorkerStart, ReaderRequest, unknown, DamagedBlock>();

interface Opened {
  readonly db: DatabaseSync;
  readonly reader: SeriesReader;
}

function open(): Opened {
  const { file, arenas } = port.start;
  const db = openReaderDatabase(file);
  const blocks = new BlockReader(
    db,
    reportOnce((damage) => port.notice(damage)),
  );
  return {
    db,
    reader: new SeriesReader(
      db,
      blocks,
      arenas.map((memory) => new ArenaReader(memory)),
    ),
  };
}

/** Opened by the first request: until the writer is ready there may be no file. */
let opened: Opened | undefined;

function reader(): SeriesReader {
  opened ??= open();
  return opened.reader;
}

function newest(series: number): Columns | undefined {
  const columns = reader().read(series, everything, "DESC", 1);
  return columns.ts.length === 0 ? undefined : columns;
}

function sendColumns(id: number, columns: Columns): void {
  port.done(id, columns, [columns.ts.buffer, columns.kinds.buffer, columns.numbers.buffer]);
}

function aggregate({ edges, series, by }: ReaderRequest & { readonly type: "aggregate" }): Columns {
  const fold = new BucketFold(edges, by);
  reader().fold(series, edges, fold);
  return fold.results();
}

port.serve((id, request) => {
  switch (request.type) {
    case "read": {
      const { series, order, limit, maxText } = request;
      sendColumns(id, reader().read(series, request, order, limit, maxText));
      break;
    }
    case "aggregate":
      sendColumns(id, aggregate(request));
      break;
    case "latest":
      port.done(id, request.series.map(newest) satisfies LatestResult);
      break;
    case "close":
      opened?.db.close();
      port.done(id, undefined);
      port.close();
  }
});
