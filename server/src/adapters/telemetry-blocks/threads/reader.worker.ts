import { ThreadEnd } from "../../../threads/thread-end.ts";
import { Reader } from "../read/reader.ts";
import type { ReaderRequest } from "../read/reader-requests.ts";
import { openSqliteReader } from "../sqlite/sqlite-storage.ts";
import { reportOnce } from "./damage-report.ts";
import type { DamagedBlock, WorkerStart } from "./messages.ts";

const port = new ThreadEnd<WorkerStart, ReaderRequest, unknown, DamagedBlock>();

/** Opened by the first request: until the writer is ready there may be no file. */
let opened: Reader | undefined;

function open(): Reader {
  const { file, arenas } = port.start;
  const report = reportOnce((damage) => port.notice(damage));
  return new Reader(openSqliteReader(file), arenas, report);
}

async function answer(id: number, request: ReaderRequest): Promise<void> {
  if (request.type === "close") {
    await opened?.close();
    port.done(id, undefined);
    return port.close();
  }
  opened ??= open();
  const { result, transfer } = await opened.answer(request);
  port.done(id, result, transfer);
}

port.serve((id, request) => {
  answer(id, request).catch((error) => port.failed(id, error));
});
