import { ThreadEnd } from "../../../threads/thread-end.ts";
import { WriterEngine } from "../commit/writer-engine.ts";
import type { Committed, WriterRequest } from "../commit/writer-requests.ts";
import { openWriterDatabase } from "../sqlite/database.ts";
import { markPoints } from "../sqlite/points-identity.ts";
import { reportOnce } from "./damage-report.ts";
import type { DamagedBlock, WorkerStart } from "./messages.ts";

/** After so long without a commit, background work uses the time. */
const idleMs = 5;
/** Background work that failed, on a full disk say, is tried again after this. */
const retryMs = 1_000;

const port = new ThreadEnd<WorkerStart, WriterRequest, unknown, DamagedBlock>();
let timer: NodeJS.Timeout | undefined;

function open(): { db: ReturnType<typeof openWriterDatabase>; engine: WriterEngine } | undefined {
  try {
    const { file, arenas, maxFileBytes } = port.start;
    const db = openWriterDatabase(file, { maxFileBytes });
    const engine = new WriterEngine(
      db,
      arenas,
      reportOnce((damage) => port.notice(damage)),
    );
    engine.replay();
    return { db, engine };
  } catch (error) {
    port.refused(error);
    return undefined;
  }
}

function workWhenIdle(engine: WriterEngine, delayMs: number): void {
  clearTimeout(timer);
  if (!engine.hasWork) return;
  timer = setTimeout(() => {
    try {
      engine.work();
      workWhenIdle(engine, 0);
    } catch {
      workWhenIdle(engine, retryMs); // the commits that fail for the same reason say so to their callers
    }
  }, delayMs);
}

/** Runs a task in steps, letting other messages come between them. */
function runSteps(id: number, task: Generator<void>): void {
  try {
    if (task.next().done) port.done(id, undefined);
    else setImmediate(() => runSteps(id, task));
  } catch (error) {
    port.failed(id, error);
  }
}

function commit(engine: WriterEngine, id: number, request: WriterRequest & { readonly type: "commit" }): void {
  try {
    engine.passed(request.passed);
    const { frame } = request;
    const position = engine.commit(request.definitions, new Uint8Array(frame, 0, request.length), request.hasReceipts);
    port.done(id, { frame, position } satisfies Committed, [frame]); // the buffer goes back to be filled again
  } catch (error) {
    port.failed(id, error);
  }
  try {
    engine.compactOnCredit();
  } catch {
    // tried again in a quiet moment
  }
}

function handle(engine: WriterEngine, id: number, request: WriterRequest): void {
  switch (request.type) {
    case "commit":
      commit(engine, id, request);
      break;
    case "remove":
      runSteps(id, engine.remove(request.series, { from: request.from, to: request.to }));
      break;
    case "forget":
      runSteps(id, engine.forget(request.device, request.series));
      break;
    case "flush":
      engine.flush();
      port.done(id, undefined);
      break;
    case "start-after":
      engine.startAfter(request.position);
      port.done(id, undefined);
      break;
    case "receipts":
      port.done(id, engine.receipts);
      break;
    case "directory":
      port.done(id, engine.series.page(request.after, request.limit));
      break;
    case "mark":
    case "close":
      break;
  }
}

function mark(
  db: ReturnType<typeof openWriterDatabase>,
  id: number,
  request: WriterRequest & { readonly type: "mark" },
): void {
  try {
    markPoints(db, request.installation, request.beat);
    port.done(id, undefined);
  } catch (error) {
    port.failed(id, error);
  }
}

function serve(db: ReturnType<typeof openWriterDatabase>, engine: WriterEngine): void {
  port.serve((id, request) => {
    if (request.type === "mark") mark(db, id, request);
    else handle(engine, id, request);
    workWhenIdle(engine, idleMs);
    if (request.type !== "close") return;
    clearTimeout(timer);
    db.close();
    port.done(id, undefined);
    port.close();
  });
}

port.whenTold(() => {
  const opened = open();
  if (opened) serve(opened.db, opened.engine);
});
