import { createServer } from "node:net";
import { monotonicMs } from "../../../kernel/time.ts";
import { openPort } from "../../open-port.ts";
import type { UnauthenticatedLimits } from "../../unauthenticated-peers.ts";
import type { CountsSnapshot } from "../mqtt-counts.ts";
import type { MqttPortOptions, MqttPorts } from "../mqtt-ports.ts";
import type { MqttPlatform } from "../session/mqtt-context.ts";
import type { Seat } from "../session/roster.ts";
import { MqttThread, type ThreadWatcher } from "./mqtt-thread.ts";

export interface MqttThreadsOptions extends MqttPortOptions {
  readonly threads: number;
  /** Of all threads together. */
  readonly unauthenticated: UnauthenticatedLimits;
  /** Tells now, and whenever it changes, whether messages have to be counted. */
  readonly watchRates: (listener: (areOn: boolean) => void) => void;
  /** Puts in order what the connections of a thread that ended have left. */
  readonly tidy: (seats: readonly Seat[]) => Promise<void>;
  /** Hears when there is no use in going on: threads end faster than others can take their place. */
  readonly onFailure: (error: Error) => void;
}

/** A thread that ends is replaced, unless so many have ended within this time. */
const replacedAtMost = 5;
const replacedWithinMs = 60_000;

/** The ports of several transport threads: all listen on the same ones, and the system shares the connections out. */
export async function openMqttThreads(platform: MqttPlatform, options: MqttThreadsOptions): Promise<MqttPorts> {
  await requireFree(options);
  const threads = new MqttThreads(platform, options);
  try {
    await threads.open();
    return threads;
  } catch (error) {
    await threads.stop();
    throw error;
  }
}

class MqttThreads implements MqttPorts, ThreadWatcher {
  readonly #platform: MqttPlatform;
  readonly #options: MqttThreadsOptions;
  readonly #unauthenticated: UnauthenticatedLimits;
  readonly #threads = new Set<MqttThread>();
  /** Those that are listening. */
  readonly #open = new Set<MqttThread>();
  readonly #ends: number[] = [];
  #opened: { readonly port: number; readonly tlsPort: number | undefined };
  #ratesAreOn = false;
  #isStopping = false;

  constructor(platform: MqttPlatform, options: MqttThreadsOptions) {
    // The WebSockets of the main thread have a share, too.
    const inFlightBytes = Math.ceil(platform.limits.inFlightBytes / (options.threads + 1));
    this.#platform = { ...platform, limits: { ...platform.limits, inFlightBytes } };
    this.#options = options;
    this.#unauthenticated = shareOf(options.unauthenticated, options.threads);
    this.#opened = { port: options.port, tlsPort: options.tlsPort };
    options.watchRates((areOn) => {
      this.#ratesAreOn = areOn;
      for (const thread of this.#threads) thread.switchRates(areOn);
    });
  }

  get port(): number {
    return this.#opened.port;
  }

  get tlsPort(): number | undefined {
    return this.#options.tls && this.#opened.tlsPort;
  }

  get accepts(): boolean {
    return this.#open.size > 0 && !this.#isStopping;
  }

  /** The first one may choose a port, the others take the same. */
  async open(): Promise<void> {
    for (let n = 0; n < this.#options.threads; n++) await this.#listen(this.#start());
  }

  async counts(): Promise<readonly CountsSnapshot[]> {
    return (await Promise.all([...this.#threads].map((thread) => thread.counts()))).flat();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all([...this.#threads].map((thread) => thread.stop()));
  }

  async tidy(seats: readonly Seat[]): Promise<void> {
    await this.#options.tidy(seats).catch((error: unknown) => {
      this.#platform.logger.error({ err: error }, "the sessions of an MQTT thread that ended cannot be kept");
    });
  }

  /** Its devices come back by themselves; they are shared out among the others and the one that takes its place. */
  ended(thread: MqttThread, error: Error): void {
    const { logger } = this.#platform;
    this.#threads.delete(thread);
    this.#open.delete(thread);
    if (this.#isStopping) return;
    logger.error({ err: error }, "an MQTT thread has ended; its devices were cut off, another one takes its place");
    if (this.#endsTooOften()) {
      this.#options.onFailure(new Error("MQTT threads end again and again; the last one did so", { cause: error }));
      return;
    }
    const next = this.#start();
    this.#listen(next).catch((cause: unknown) => {
      const isUp = this.#threads.has(next); // if it has ended, too, there is another one by now
      if (isUp && !this.#isStopping) this.#options.onFailure(new Error("an MQTT thread cannot listen", { cause }));
    });
  }

  #start(): MqttThread {
    const thread = new MqttThread(this.#platform, this.#unauthenticated, this);
    this.#threads.add(thread);
    thread.switchRates(this.#ratesAreOn);
    return thread;
  }

  async #listen(thread: MqttThread): Promise<void> {
    const { threads: count, host, tls, proxies } = this.#options;
    const tlsPort = this.#opened.tlsPort ?? this.#options.tlsPort;
    this.#opened = await thread.open({
      ...{ host, port: this.#opened.port, tlsPort, tls, reusePort: count > 1 },
      ...(proxies && { proxies }),
    });
    this.#open.add(thread);
  }

  #endsTooOften(): boolean {
    const now = monotonicMs();
    this.#ends.push(now);
    while (now - (this.#ends[0] ?? now) > replacedWithinMs) this.#ends.shift();
    return this.#ends.length > replacedAtMost;
  }
}

/** The system shares connections out evenly, those of one address, too. */
const shareOf = (limits: UnauthenticatedLimits, threads: number): UnauthenticatedLimits => ({
  atMost: Math.ceil(limits.atMost / threads),
  perNetwork: Math.ceil(limits.perNetwork / threads),
  bytes: Math.ceil(limits.bytes / threads),
  bytesPerNetwork: Math.ceil(limits.bytesPerNetwork / threads),
});

/** Ports that several may listen on could be another program's, too, without anybody noticing: looked at before. */
async function requireFree({ host, port, tlsPort, tls }: MqttPortOptions): Promise<void> {
  for (const wanted of tls ? [port, tlsPort] : [port]) {
    if (wanted === 0) continue;
    const server = createServer();
    await openPort(server, { host, port: wanted });
    await new Promise((resolve) => server.close(resolve));
  }
}
