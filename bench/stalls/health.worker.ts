import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const pauseMs = 5;
const times: number[] = [];
let isOver = false;

const ask = () =>
  new Promise<void>((resolve, reject) => {
    const asked = request({ port: workerData as number, path: "/health/live", agent }, (answer) => {
      answer.resume().once("end", resolve);
    });
    asked.once("error", reject).end();
  });

parentPort?.once("message", () => {
  isOver = true;
});

while (!isOver) {
  const start = performance.now();
  await ask();
  times.push(performance.now() - start);
  await sleep(pauseMs);
}
agent.destroy();
parentPort?.postMessage(times);
