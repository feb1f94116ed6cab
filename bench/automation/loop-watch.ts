// Loaded before a node by the benchmark: tells how long its event loop was kept at most since it was asked last.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

const resolution = 1;

if (isMainThread) {
  const delays = monitorEventLoopDelay({ resolution });
  delays.enable();
  process.on("message", () => {
    process.send?.(delays.max / 1e6 - resolution);
    delays.reset();
  });
  process.channel?.unref();
}
