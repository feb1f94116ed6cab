import type { Logger } from "pino";
import type { Config } from "./settings/config.ts";
import type { Served, StartHooks } from "./start/serve.ts";
import { startFault } from "./start/start-fault.ts";
import { claimStorage } from "./start/storage.ts";

export interface RunningNode extends Served {
  /** Resolves when something broke without which nothing can be served: the process should end and be started anew. */
  readonly failure: Promise<Error>;
  /** Finishes what is in flight, brings everything to disk and lets go of the data folder. */
  stop(): Promise<void>;
}

/** Starts a node: lock, store, first tenant, listeners, in this order; undone in reverse when one fails. */
export async function startNode(
  config: Config,
  logger: Logger,
  prepare: StartHooks["prepare"] = async () => undefined,
  tell: StartHooks["tell"] = () => undefined,
): Promise<RunningNode> {
  try {
    return await start(config, logger, prepare, tell);
  } catch (error) {
    throw startFault(error, config);
  }
}

async function start(
  config: Config,
  logger: Logger,
  prepare: StartHooks["prepare"],
  tell: StartHooks["tell"],
): Promise<RunningNode> {
  await using undo = new AsyncDisposableStack();
  const failure = Promise.withResolvers<Error>();
  const storage = await claimStorage(config, logger, failure.resolve, undo);
  // Loaded while the threads of the storage start: together these are most of the time a start takes [RUN1].
  const { serve } = await import("./start/serve.ts");
  const served = await serve(storage, config, logger, { prepare, tell, onLost: failure.resolve }, undo);
  const running = undo.move();
  return { ...served, failure: failure.promise, stop: () => running.disposeAsync() };
}
