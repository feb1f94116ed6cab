import { ThreadEnd } from "../../../threads/thread-end.ts";
import { Writer } from "../commit/writer.ts";
import { WriterEngine } from "../commit/writer-engine.ts";
import type { WriterRequest } from "../commit/writer-requests.ts";
import { defaultStep, orphanStep } from "../limits.ts";
import { reportOnce } from "./damage-report.ts";
import { inheritOrphans } from "./inherit-orphans.ts";
import type { DamagedBlock, WorkerStart } from "./messages.ts";
import { openWriterStorage } from "./open-storage.ts";

const port = new ThreadEnd<WorkerStart, WriterRequest, unknown, DamagedBlock>();

async function open(): Promise<Writer> {
  const { place, arenas } = port.start;
  const storage = await openWriterStorage(place);
  const report = reportOnce((damage) => port.notice(damage));
  await inheritOrphans(place, storage, arenas[0].size, report);
  const isOrphan = place.kind === "postgres" && place.orphan !== undefined;
  const step = isOrphan ? orphanStep : defaultStep;
  return new Writer(storage, await WriterEngine.open({ storage, arenas, report, step }));
}

function serve(writer: Writer): void {
  port.serve((id, request) =>
    writer.handle(request, {
      failed: (error) => port.failed(id, error),
      done: (result, transfer) => {
        port.done(id, result, transfer);
        if (request.type === "close") port.close();
      },
    }),
  );
}

port.whenTold(() => {
  open().then(serve, (error) => port.refused(error));
});
