import { ThreadEnd } from "../../../threads/thread-end.ts";
import { Reader } from "../read/reader.ts";
import type { ReaderRequest } from "../read/reader-requests.ts";
import { reportOnce } from "./damage-report.ts";
import type { DamagedBlock, WorkerStart } from "./messages.ts";
import { openReaderStorage } from "./open-storage.ts";

const port = new ThreadEnd<WorkerStart, ReaderRequest, unknown, DamagedBlock>();

/** Opened by the first request: until the writer is ready there may be no file. */
let opened: Promise<Reader> | undefined;

async function open(): Promise<Reader> {
  const { place, arenas } = port.start;
  const report = reportOnce((damage) => port.notice(damage));
  return new Reader(await openReaderStorage(place), arenas, report);
}

async function answer(id: number, request: ReaderRequest): Promise<void> {
  if (request.type === "close") {
    await (await opened)?.close();
    port.done(id, undefined);
    return port.close();
  }
  if (request.type === "hang-up") {
    (await opened)?.hangUp();
    return port.done(id, undefined);
  }
  opened ??= open();
  const { result, transfer } = await (await opened).answer(request);
  port.done(id, result, transfer);
}

port.serve((id, request) => {
  answer(id, request).catch((error) => port.failed(id, error));
});
