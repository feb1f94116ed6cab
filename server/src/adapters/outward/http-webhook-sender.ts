import { type IncomingMessage, request as plainRequest } from "node:http";
import { request as tlsRequest } from "node:https";
import type { Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import {
  type WebhookAnswer,
  WebhookRefused,
  type WebhookRequest,
  type WebhookSender,
} from "../../core/notifications/index.ts";
import type { AllowedAddresses } from "./allowed-addresses.ts";
import { openSocket } from "./open-socket.ts";

interface WebhookLimits {
  /** For all of it: one that says a word now and then does not hold a place for ever. */
  readonly timeoutMs: number;
  /** Of an answer; the rest is not read. */
  readonly answerBytes: number;
}

interface SenderOptions {
  readonly allowed: AllowedAddresses;
  readonly limits: WebhookLimits;
  /** Whose certificates are believed beside the usual ones. */
  readonly certificates?: readonly string[];
}

const answerShown = 300;
/** Not now, though perhaps later: timeouts, conflicts, too many requests. */
const laterStatuses: ReadonlySet<number> = new Set([401, 403, 404, 407, 408, 409, 421, 423, 425, 429]);

/**
 * Posts to webhooks. The addresses of the host are looked up and checked here and connected to here, and no redirect is
 * followed: neither a name server nor a receiver can send it anywhere else [NTF1].
 */
export class HttpWebhookSender implements WebhookSender {
  readonly #options: SenderOptions;

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  refuses(host: string): boolean {
    return this.#options.allowed.refuses(host);
  }

  async send(wanted: WebhookRequest, signal?: AbortSignal): Promise<WebhookAnswer> {
    const { timeoutMs } = this.#options.limits;
    const timeout = AbortSignal.timeout(timeoutMs);
    const end = signal ? AbortSignal.any([signal, timeout]) : timeout;
    try {
      return judged(await this.#sendTo(new URL(wanted.url), wanted, end));
    } catch (error) {
      if (error instanceof WebhookRefused) throw error;
      if (timeout.aborted) throw new WebhookRefused(`no answer within ${timeoutMs / 1_000} s`, false, "NO_ANSWER");
      throw new WebhookRefused(error instanceof Error ? error.message : String(error), false, "NOT_REACHED");
    }
  }

  async #sendTo(url: URL, wanted: WebhookRequest, end: AbortSignal): Promise<WebhookAnswer> {
    const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
    const addresses = await this.#options.allowed.among(host);
    if (addresses.length === 0)
      throw new WebhookRefused(
        `${host} is inside of the network of this node, where webhooks may not be; an administrator of the node allows it with HELIO_WEBHOOK_INSIDE`,
        false,
        "INSIDE",
      );
    const isTls = url.protocol === "https:";
    const port = url.port === "" ? (isTls ? 443 : 80) : Number(url.port);
    const socket = await openSocket(addresses, port, { timeoutMs: this.#options.limits.timeoutMs, signal: end });
    const hangUp = () => socket.destroy(new Error("cut off"));
    end.addEventListener("abort", hangUp, { once: true });
    try {
      if (end.aborted) hangUp();
      return await this.#post(url, wanted, isTls ? this.#secured(socket, host) : socket, end);
    } finally {
      end.removeEventListener("abort", hangUp);
      socket.destroy();
    }
  }

  #secured(socket: Socket, host: string): Socket {
    const { certificates } = this.#options;
    const isName = !/^[\d.]+$|:/.test(host);
    return connectTls({
      socket,
      ...(isName && { servername: host }),
      host,
      ...(certificates && { ca: [...certificates] }),
    });
  }

  #post(url: URL, { body, headers }: WebhookRequest, socket: Socket, signal: AbortSignal): Promise<WebhookAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<WebhookAnswer>();
    const send = url.protocol === "https:" ? tlsRequest : plainRequest;
    // Without an agent: one would look the name up again and connect to whatever it is told then.
    const asked = send(url, {
      ...{ method: "POST", signal, createConnection: () => socket },
      headers: {
        ...headers,
        "content-length": Buffer.byteLength(body),
        "user-agent": "Heliograph",
        connection: "close",
      },
    });
    let isAnswered = false;
    const fail = (error: Error) => (isAnswered ? undefined : reject(error));
    socket.on("error", fail);
    asked.on("error", fail);
    asked.on("response", (answer) => {
      isAnswered = true;
      readSome(answer, this.#options.limits.answerBytes).then(
        (text) => resolve({ status: answer.statusCode ?? 0, text: text.slice(0, answerShown) }),
        reject,
      );
    });
    asked.end(body);
    return promise;
  }
}

/** No more than it may be: what is beyond is not worth a place in memory. The status was said: what breaks off after it changes nothing. */
async function readSome(answer: IncomingMessage, atMost: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of answer) {
      const part: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
      chunks.push(part.subarray(0, atMost - bytes));
      bytes += part.length;
      if (bytes >= atMost) break;
    }
  } catch {}
  return Buffer.concat(chunks)
    .toString("utf8")
    .replace(/\p{Cc}+/gu, " ")
    .trim();
}

function judged(answer: WebhookAnswer): WebhookAnswer {
  const { status, text } = answer;
  if (status >= 200 && status < 300) return answer;
  const said = `${status} ${text}`.trim();
  if (status >= 300 && status < 400)
    throw new WebhookRefused(`${said}: redirects are not followed`, true, "REDIRECTED");
  throw new WebhookRefused(said, status >= 400 && status < 500 && !laterStatuses.has(status), "REFUSED");
}
