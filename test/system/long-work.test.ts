import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { epochMs } from "../../server/src/kernel/time.ts";
import { startApp, type TestApp, type TestTenant } from "../support/app.ts";
import { type TempFolder, tempFolder } from "../support/temp-folder.ts";
import { withRealThreads } from "../support/threads-at-hand.ts";

withRealThreads();

/** More than the buffers between a node and a reader take. */
const points = 6_000;
const pointsPerAppend = 1_000;
const charactersPerPoint = 1_500;
/** More than twice as many as have a place at once. */
const crowd = 9;

describe("[API11] long work of one user", () => {
  let folder: TempFolder;
  let app: TestApp;
  let home: TestTenant;
  let exportPath: string;
  beforeAll(async () => {
    folder = await tempFolder();
    // Nobody who waits or reads in this process loses a place because the process is busy.
    await start({ HELIO_PLACE_WAIT: "120s", HELIO_PLACE_STALL: "120s" });
    const { id } = (await app.device(home)).id;
    exportPath = `/api/plugins/telemetry/DEVICE/${id}/export/timeseries`;
    for (let from = 0; from < points; from += pointsPerAppend) await append(id, from);
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  async function start(settings: Record<string, string>): Promise<void> {
    app = await startApp({ HELIO_DATA_DIR: folder.path, ...settings });
    home = await app.firstTenant();
  }

  async function append(device: string, from: number): Promise<void> {
    const batch = Array.from({ length: pointsPerAppend }, (_, index) => ({
      key: "text",
      ts: epochMs(1_700_000_000_000 + from + index),
      value: `${"x".repeat(charactersPerPoint)}${from + index}`,
    }));
    await app.platform.telemetryStore.append(device as never, batch);
  }

  /** Asks and reads nothing, however much is sent. */
  async function unread(path: string): Promise<Socket> {
    const { token } = await app.tokens("admin");
    const socket = connect(app.node.httpPort, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.pause();
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nx-authorization: Bearer ${token}\r\n\r\n`);
    return socket;
  }

  test("is done in turns with others: short requests pass a crowd of exports", async () => {
    let ended = 0;
    const all = Array.from({ length: crowd }, async () => {
      const answer = await home.admin.get(exportPath);
      ended++;
      return answer.text.split("\r\n").length;
    });
    const seen: number[] = [];
    for (let asked = 0; asked < 20; asked++) {
      expect((await app.rest.get("/health/live")).status).toBe(200);
      seen.push(ended);
    }

    expect(seen.at(-1)).toBeLessThan(crowd);
    expect(new Set(await Promise.all(all))).toEqual(new Set([points + 2]));
  });

  test("that was given up while it waited for a place leaves nothing behind", async () => {
    const sockets = await Promise.all(Array.from({ length: 30 }, () => unread(exportPath)));
    for (const socket of sockets) socket.destroy();

    expect((await home.admin.get(exportPath)).status).toBe(200);
  });

  test("loses its place to who waits for one when nobody reads the answer", async () => {
    await app[Symbol.asyncDispose]();
    await start({ HELIO_PLACE_WAIT: "120s", HELIO_PLACE_STALL: "1s" });
    const stalled = await Promise.all(Array.from({ length: 4 }, () => unread(exportPath)));
    await Promise.all(stalled.map((socket) => new Promise((resolve) => socket.once("readable", resolve))));

    const waited = await home.admin.get(exportPath);

    expect(waited.status).toBe(200);
    for (const socket of stalled) socket.destroy();
  });
});
