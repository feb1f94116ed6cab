import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { type NatsAccess, natsPlaceOf } from "../adapters/line-nats/nats-place.ts";
import { NatsWire } from "../adapters/line-nats/nats-wire.ts";
import { StartRefusedError } from "../core/installation/index.ts";
import { NodeLine } from "../core/node-line/index.ts";
import { monotonicMs } from "../kernel/time.ts";
import type { Config } from "../settings/config.ts";

const tryAgainMs = 1_000;
const hello = { name: "hello", version: 1 } as const;

interface LineOf {
  readonly installation: string;
  readonly node: string;
  /** As the servers' own lists show it. */
  readonly name: string;
  readonly onTrouble: (error: unknown) => void;
}

/** The line to the other nodes; waits for a NATS that is not there yet, and finds out whether it lets this node speak [CLU1]. */
export async function openLine(config: Config, of: LineOf, logger: Logger): Promise<NodeLine> {
  const wire = await untilReached(config, of, logger);
  const { clusterTimeout: timeoutMs, clusterQuestions: maxAsked } = config;
  const line = new NodeLine(wire, { ...of, timeoutMs, maxAsked, maxAnswering: maxAsked });
  try {
    await requireHeard(line, of);
  } catch (error) {
    await line.close();
    throw error;
  }
  return line;
}

async function untilReached(config: Config, { name, onTrouble }: LineOf, logger: Logger): Promise<NatsWire> {
  const place = natsPlaceOf(config.natsUrl ?? "", { name, ...(await accessOf(config)) });
  const start = monotonicMs();
  for (let attempt = 0; ; attempt++) {
    try {
      return await NatsWire.open(place, onTrouble);
    } catch (error) {
      if (monotonicMs() - start >= config.natsWait) throw notReached(place.servers, error);
      if (attempt === 0) logger.warn({ reason: wordsOf(error) }, "NATS is not there yet; waiting for it");
      await sleep(tryAgainMs);
    }
  }
}

async function accessOf(config: Config): Promise<Omit<NatsAccess, "name">> {
  const read = async (file: string): Promise<string> => (await readFile(file, "utf8")).trim();
  const { natsUser: user, natsPasswordFile, natsTokenFile, natsCredentials, natsCa, natsCert, natsKey } = config;
  const files = { caFile: natsCa, certFile: natsCert, keyFile: natsKey };
  const tls = Object.fromEntries(Object.entries(files).filter(([, file]) => file !== undefined));
  return {
    ...(user !== undefined && natsPasswordFile !== undefined && { user, password: await read(natsPasswordFile) }),
    ...(natsTokenFile !== undefined && { token: await read(natsTokenFile) }),
    ...(natsCredentials !== undefined && { credentials: await readFile(natsCredentials, "utf8") }),
    ...(Object.keys(tls).length > 0 && { tls }),
  };
}

/** A question to ourselves goes all the way: whatever the server forbids shows here, and not with the first device. */
async function requireHeard(line: NodeLine, { installation, node }: LineOf): Promise<void> {
  const stop = line.answer(hello, async ({ body }) => body);
  try {
    await line.settled();
    await line.ask(node, hello, new Uint8Array());
  } catch (error) {
    throw new StartRefusedError(
      `NATS does not carry messages of this node (${wordsOf(error)}). It has to be allowed to publish and to subscribe to ` +
        `helio.${installation}.> and _INBOX.>.`,
      error instanceof Error ? error : undefined,
    );
  } finally {
    stop();
  }
}

const notReached = (servers: readonly string[], error: unknown): StartRefusedError =>
  new StartRefusedError(
    `NATS at ${servers.join(", ")} cannot be used (${wordsOf(error)}). Start it, or correct HELIO_NATS_URL and what this ` +
      "node shows there.",
    error instanceof Error ? error : undefined,
  );

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
