import { setTimeout as sleep } from "node:timers/promises";
import { FaultyLink } from "../../support/faulty-link.ts";
import { freePort } from "../../support/free-port.ts";
import { type NodeProcess, spawnNode } from "../../support/node-process.ts";
import { RestClient } from "../../support/rest-client.ts";
import { Hardships } from "../campaign/hardships.ts";

const startAgainMs = 500;
const wordsKept = 2_000;

/** The cables of a node: to the database, to each NATS, and from the balancer. */
export interface Links {
  readonly database: readonly FaultyLink[];
  readonly nats: readonly FaultyLink[];
  readonly clients: readonly FaultyLink[];
}

export interface Servers {
  readonly databasePort: number;
  readonly natsPorts: readonly number[];
  readonly env: Readonly<Record<string, string>>;
}

/** One of the nodes, with whoever starts it again when it ends: it has the same ports every time, and a clock of its own. */
export class FaultyNode implements AsyncDisposable {
  readonly name: string;
  readonly port: number;
  readonly mqttPort: number;
  readonly links: Links;
  readonly hardships: Hardships;
  /** How it ended without being told to: its exit code and last words. */
  readonly endings: string[] = [];
  readonly #env: Record<string, string>;
  #process: NodeProcess | undefined;
  #isWanted = false;
  #keeping: Promise<void> = Promise.resolve();

  static async of(name: string, folder: string, servers: Servers): Promise<FaultyNode> {
    const [port, mqttPort] = [await freePort(), await freePort()];
    const to = (ports: readonly number[]) => Promise.all(ports.map((one) => FaultyLink.to(one)));
    const links = {
      database: await to([servers.databasePort]),
      nats: await to(servers.natsPorts),
      clients: await to([port, mqttPort]),
    };
    return new FaultyNode(name, folder, [port, mqttPort], links, servers.env);
  }

  private constructor(
    name: string,
    folder: string,
    [port, mqttPort]: readonly [number, number],
    links: Links,
    env: Readonly<Record<string, string>>,
  ) {
    [this.name, this.port, this.mqttPort, this.links] = [name, port, mqttPort, links];
    this.hardships = new Hardships(folder, false);
    this.#env = {
      ...env,
      ...this.hardships.env,
      HELIO_DATA_DIR: `${folder}/data`,
      HELIO_NODE_NAME: name,
      HELIO_HTTP_PORT: String(port),
      HELIO_MQTT_PORT: String(mqttPort),
      HELIO_DATABASE_URL: `postgres://helio@127.0.0.1:${links.database[0]?.port}/helio`,
      HELIO_NATS_URL: links.nats.map((link) => `nats://127.0.0.1:${link.port}`).join(","),
    };
  }

  /** For commands that use the same servers. */
  get env(): Record<string, string> {
    return this.#env;
  }

  get rest(): RestClient {
    return new RestClient(this.port);
  }

  /** As the balancer finds them. */
  get doors(): { readonly http: number; readonly mqtt: number } {
    const [http, mqtt] = this.links.clients;
    return { http: http?.port ?? 0, mqtt: mqtt?.port ?? 0 };
  }

  async isReady(): Promise<boolean> {
    return this.rest.get("/health/ready").then(
      ({ status }) => status === 200,
      () => false,
    );
  }

  /** It runs until `kill` or `stop`; one that ends by itself is started again, as any supervisor does. */
  start(): void {
    if (this.#isWanted) return;
    this.#isWanted = true;
    this.#keeping = this.#keep();
  }

  async #keep(): Promise<void> {
    while (this.#isWanted) {
      const process = await spawnNode({ env: this.#env });
      this.#process = process;
      if (!this.#isWanted) process.signal("SIGKILL");
      const { code, signal } = await process.exited;
      if (!this.#isWanted) return;
      this.endings.push(`${this.name} ended with ${code ?? signal}: ${process.stderr.slice(-wordsKept).trim()}`);
      await sleep(startAgainMs);
    }
  }

  pause(): void {
    this.#process?.signal("SIGSTOP");
  }

  resume(): void {
    this.#process?.signal("SIGCONT");
  }

  kill(): Promise<void> {
    return this.#end("SIGKILL");
  }

  /** As one that is replaced. */
  stop(): Promise<void> {
    return this.#end("SIGTERM");
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    this.#isWanted = false;
    this.#process?.signal(signal);
    await this.#keeping;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    for (const link of Object.values(this.links).flat()) await link[Symbol.asyncDispose]();
  }
}
