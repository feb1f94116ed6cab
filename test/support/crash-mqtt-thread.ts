// Loaded into a node with --import: the MQTT thread that finds the file first takes it away and crashes.
import { rmSync } from "node:fs";
import { isMainThread, workerData } from "node:worker_threads";

const file = process.env["TEST_CRASH_FILE"];
if (!isMainThread && file && workerData?.appends) {
  setInterval(() => {
    try {
      rmSync(file);
    } catch {
      return;
    }
    throw new Error("a test crashed this thread");
  }, 10).unref();
}
