import { createServer } from "node:net";
import { openPort } from "../../open-port.ts";
import type { MqttPlatform } from "../mqtt-context.ts";
import type { MqttPortOptions, MqttPorts } from "../mqtt-ports.ts";
import type { RateSettings } from "../rate/rate-limits.ts";
import { MqttThread } from "./mqtt-thread.ts";

export interface MqttThreadsOptions extends MqttPortOptions {
  readonly threads: number;
  readonly rates: RateSettings;
  /** Tells now, and whenever it changes, whether messages have to be counted. */
  readonly watchRates: (listener: (areOn: boolean) => void) => void;
  readonly onFailure: (error: Error) => void;
}

/** The ports of several transport threads: all listen on the same ones, and the system shares the connections out. */
export async function openMqttThreads(platform: MqttPlatform, options: MqttThreadsOptions): Promise<MqttPorts> {
  const { threads: count, rates, watchRates, onFailure, ...wanted } = options;
  await requireFree(wanted);
  let isUp = true;
  const failed = (error: Error) => {
    isUp = false;
    onFailure(error);
  };
  // The WebSockets of the main thread have a share, too.
  const limits = { ...platform.limits, inFlightBytes: Math.ceil(platform.limits.inFlightBytes / (count + 1)) };
  const threads = Array.from({ length: count }, () => new MqttThread({ ...platform, limits }, rates, failed));
  const stop = async () => {
    isUp = false;
    await Promise.all(threads.map((thread) => thread.stop()));
  };
  watchRates((areOn) => {
    for (const thread of threads) thread.switchRates(areOn);
  });
  try {
    const { port, tlsPort } = await openAll(threads, { ...wanted, reusePort: count > 1 });
    return {
      port,
      tlsPort,
      get accepts() {
        return isUp;
      },
      counts: async () => (await Promise.all(threads.map((thread) => thread.counts()))).flat(),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The first one may choose a port, the others take the same. */
async function openAll(threads: readonly MqttThread[], options: MqttPortOptions) {
  let opened: { readonly port: number; readonly tlsPort: number | undefined } = options;
  for (const thread of threads) {
    opened = await thread.open({ ...options, port: opened.port, tlsPort: opened.tlsPort ?? options.tlsPort });
  }
  return opened;
}

/** Ports that several may listen on could be another program's, too, without anybody noticing: looked at before. */
async function requireFree({ host, port, tlsPort, tls }: MqttPortOptions): Promise<void> {
  for (const wanted of tls ? [port, tlsPort] : [port]) {
    if (wanted === 0) continue;
    const server = createServer();
    await openPort(server, { host, port: wanted });
    await new Promise((resolve) => server.close(resolve));
  }
}
