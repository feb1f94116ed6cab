import { setTimeout as delay } from "node:timers/promises";
import type { FileRecord } from "@heliograph/contract";
import { expect, test } from "vitest";
import { startApp } from "../support/app.ts";
import { createDevice, startOn } from "../support/crash-node.ts";
import { HttpDevice, messageIdOf } from "../support/device-http.ts";
import type { RestClient, RestResponse } from "../support/rest-client.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { limitOf, sizeOf } from "../switches.ts";

const rounds = sizeOf("HELIO_TEST_SINGLE_KILLS");
const filesPerRound = 150;

interface Command {
  readonly id: { readonly id: string };
  readonly messageId: number;
  readonly type: string;
  readonly status: string;
}

/** A logger that does what it is asked to, and remembers which of its answers were acknowledged. */
class Logger {
  readonly #device: HttpDevice;
  readonly #answered: Set<number>;
  readonly twice: number[] = [];

  constructor(port: number, token: string, answered: Set<number>) {
    this.#device = new HttpDevice(port, token);
    this.#answered = answered;
  }

  /** Resolves when the node is gone, or has nothing to do and `isOver`. */
  async work(isOver: () => boolean): Promise<void> {
    for (let answer = await this.#ping(); answer; answer = await this.#next(answer)) {
      if (answer.status !== 204) continue;
      if (isOver()) return;
      await delay(5);
    }
  }

  #ping(): Promise<RestResponse | undefined> {
    return this.#device.contact("PING").catch(() => undefined);
  }

  async #next(task: RestResponse): Promise<RestResponse | undefined> {
    if (task.status === 204) return this.#ping();
    const messageId = messageIdOf(task);
    if (this.#answered.has(messageId)) this.twice.push(messageId);
    const isList = task.headers["content-type"] === "application/om-request-list";
    const answer = isList
      ? this.#device.contact("RETURN_LIST", "<root/>", { messageId })
      : this.#device.contact("RETURN_FILE", `content ${messageId}`, { messageId, fileName: "any" });
    const response = await answer.catch(() => undefined);
    if (response) this.#answered.add(messageId);
    return response;
  }
}

/** Asks for one file after the other, now and then for a list; what was acknowledged is remembered. */
async function request(admin: RestClient, deviceId: string, names: string[], acknowledged: Map<string, number>) {
  for (let count = 0; names.length > 0; count++) {
    const isList = count % 5 === 0;
    const hour = String(count % 24).padStart(2, "0"); // others than those that wait, so that they are not one
    const body = isList
      ? { startTime: `2020-01-01T${hour}:00:00Z`, endTime: `2020-01-02T00:00:00.${String(count).padStart(3, "0")}Z` }
      : { names: [names.shift()] };
    const path = `/api/devices/${deviceId}/${isList ? "request-list" : "request-files"}`;
    const response = await admin.post(path, body).catch(() => undefined);
    if (!response) return;
    expect(response.status).toBe(202);
    for (const { id, messageId } of [response.json<Command | Command[]>()].flat()) acknowledged.set(id.id, messageId);
  }
}

test.skipIf(rounds === 0)(
  `[REL1, CMD2] SIGKILL while lists and files are asked for, ${rounds} times: no command lost, none done twice`,
  {
    timeout: limitOf("HELIO_TEST_SINGLE_KILLS", 300_000),
  },
  async () => {
    await using folder = await tempFolder();
    // Long enough for an answer on a busy machine: only kills are to use up the attempts.
    const env = { HELIO_COMMAND_TIMEOUT: "4s" };
    const acknowledged = new Map<string, number>();
    const answered = new Set<number>();
    const twice: number[] = [];
    let device: { readonly id: string; readonly token: string } | undefined;

    for (let round = 0; round < rounds; round++) {
      const { node, admin } = await startOn(folder.path, { env });
      device ??= await createDevice(admin);
      const names = Array.from({ length: filesPerRound }, (_, index) => `/sde/preview/${round}/${index}.bin`);
      const attention = names.map((name) => `<attention text="File=${name} Tag=preview"/>`).join("");
      await new HttpDevice(node.port, device.token).contact("ATTN", `<root>${attention}</root>`);
      const logger = new Logger(node.port, device.token, answered);
      const under = [request(admin, device.id, names, acknowledged), logger.work(() => false)];
      const before = [acknowledged.size, answered.size] as const;
      const isUnderWay = () => acknowledged.size > before[0] && answered.size > before[1];
      await expect.poll(isUnderWay).toBe(true); // however busy the machine is
      await delay(Math.random() * 500);
      await node.kill();
      await Promise.all(under);
      twice.push(...logger.twice);
    }
    await using app = await startApp({ HELIO_DATA_DIR: folder.path, ...env });
    const admin = await app.login("admin");
    const { id = "", token = "" } = device ?? {};
    const commands = async () =>
      (await admin.get(`/api/devices/${id}/commands?limit=-1`)).json<{ data: Command[] }>().data;
    const logger = new Logger(app.node.httpPort, token, answered);
    let open = true;
    const working = logger.work(() => !open);
    while ((await commands()).some(({ status }) => status === "QUEUED" || status === "SENT")) await delay(100);
    open = false;
    await working;

    const all = await commands();
    expect(acknowledged.size).toBeGreaterThan(0);
    expect(new Set(all.map(({ messageId }) => messageId)).size).toBe(all.length);
    const known = new Map(all.map((command) => [command.id.id, command.messageId]));
    for (const [command, messageId] of acknowledged) expect(known.get(command)).toBe(messageId);
    expect(all.filter(({ status }) => status !== "DONE")).toEqual([]);
    expect([...twice, ...logger.twice]).toEqual([]);
    const files = (await admin.get(`/api/devices/${id}/data-files/original?includeRemote=true&limit=-1`)).json<{
      data: FileRecord[];
    }>().data;
    expect(files.filter(({ storageStatus }) => storageStatus === 1)).toEqual([]);
  },
);
