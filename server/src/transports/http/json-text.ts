import type { FastifyReply } from "fastify";
import { longWork } from "../../kernel/long-work-queue.ts";
import { parsedInPassing } from "../../kernel/parsed-in-turn.ts";
import { streamedText } from "./streamed-text.ts";

const json = "application/json; charset=utf-8";
type Reply = Pick<FastifyReply, "type">;

/**
 * Answers with JSON that was written by hand, where the framework's serializer cannot: integers of 64 bits and more
 * are JSON numbers, but no JavaScript numbers [TEL3]. To the types it is the body that it reads as.
 */
export function sendJsonText<Body>(reply: Reply, text: string): Body {
  reply.type(json);
  return text as unknown as Body;
}

/** The same for a text that is there already and may be long: it is sent when it is its turn [API11]. */
export async function sendJsonTextInTurn<Body>(reply: Reply, text: string): Promise<Body> {
  if (text.length > parsedInPassing) await longWork.nextPiece();
  return sendJsonText(reply, text);
}

/** The same for an answer that may be long. */
export async function sendStreamedJson<Body>(reply: Reply, parts: AsyncIterable<string>): Promise<Body> {
  const body = await streamedText(parts);
  reply.type(json);
  return body as unknown as Body;
}
