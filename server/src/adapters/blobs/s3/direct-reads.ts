import { Agent as HttpAgent, request as httpRequest, type IncomingMessage, type RequestOptions } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { OnReadOpts } from "node:net";
import type { Readable } from "node:stream";
import type { S3Client } from "@aws-sdk/client-s3";
import { ConnectionPlaces, type PlaceLimits } from "./connection-places.ts";
import { DirectAnswer } from "./direct-answer.ts";

/** A connection of its own is worth it from here on. */
export const directBytes = 1024 * 1024;

/** As the client has signed it. */
interface SignedRequest {
  readonly method: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | readonly string[] | null>>;
  readonly headers: Readonly<Record<string, string>>;
}

interface Answer {
  readonly statusCode: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: Readable;
}

interface Patience {
  readonly connectMs: number;
  readonly silenceMs: number;
}

/** Large ranges are read by `DirectAnswer`; signing, retries and what an answer means stay the client's business. */
export function readDirectly({ middlewareStack }: S3Client, limits: PlaceLimits, patience: Patience): void {
  const agents = { "http:": new HttpAgent(), "https:": new HttpsAgent() };
  const places = new ConnectionPlaces(limits);
  middlewareStack.add(
    (next) => async (args) => {
      const { request } = args;
      if (!isSigned(request) || !isLarge(request)) return next(args);
      const agent = agents[request.protocol === "http:" ? "http:" : "https:"];
      const answer = new DirectAnswer(patience.silenceMs);
      await places.take(answer);
      const free = (): void => places.free(answer);
      return { response: await answerTo(request, { agent, answer, free, patience }).catch(freeing(free)) };
    },
    { step: "deserialize", priority: "low", name: "readDirectly" },
  );
}

const freeing = (free: () => void) => (error: unknown) => {
  free();
  throw error;
};

interface Sending {
  readonly agent: HttpAgent;
  readonly answer: DirectAnswer;
  readonly free: () => void;
  readonly patience: Patience;
}

function answerTo(asked: SignedRequest, { agent, answer, free, patience }: Sending): Promise<Answer> {
  const { connectMs, silenceMs } = patience;
  const options: RequestOptions & { onread: OnReadOpts } = {
    ...{ method: asked.method, headers: asked.headers, path: pathOf(asked), agent, timeout: connectMs },
    host: asked.hostname.replace(/^\[(.*)\]$/, "$1"),
    ...(asked.port !== undefined && { port: asked.port }),
    onread: answer.onread,
  };
  return new Promise((resolve, reject) => {
    const request = asked.protocol === "http:" ? httpRequest(options) : httpsRequest(options);
    request.on("socket", (socket) => {
      answer.connected(socket);
      socket.once(asked.protocol === "http:" ? "connect" : "secureConnect", () => socket.setTimeout(silenceMs));
    });
    request.on("response", (response) => {
      const { statusCode = 0, headers } = response;
      resolve({ statusCode, headers, body: answer.bodyOf(response) });
    });
    request.on("close", free);
    request.on("timeout", () => request.destroy(silent()));
    request.on("error", (error) => {
      answer.failed(error);
      reject(error);
    });
    request.end();
  });
}

/** By this name the client knows that asking again may help. */
const silent = (): Error => Object.assign(new Error("the S3 said nothing in time"), { name: "TimeoutError" });

function pathOf({ path, query = {} }: SignedRequest): string {
  const parameters = Object.entries(query).flatMap(([name, values]) =>
    [values].flat().map((value) => `${encodeURIComponent(name)}=${encodeURIComponent(value ?? "")}`),
  );
  return parameters.length === 0 ? path : `${path}?${parameters.join("&")}`;
}

function isLarge({ method, headers }: SignedRequest): boolean {
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(headers["range"] ?? headers["Range"] ?? "") ?? [];
  return method === "GET" && Number(end) - Number(start) >= directBytes;
}

const isSigned = (request: unknown): request is SignedRequest =>
  typeof request === "object" && request !== null && "hostname" in request && "headers" in request;
