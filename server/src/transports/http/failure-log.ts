import { type FastifyReply, type FastifyRequest, LogController } from "fastify";
import { errnoOf } from "../../kernel/disk-fault.ts";
import { AppError } from "../../kernel/errors.ts";
import { knownError } from "./faults.ts";
import { loggableUrl } from "./loggable-url.ts";

type Answered = Pick<FastifyReply, "raw">;

/** Says of streams what failed after their first byte, too: the caller only sees the connection break off. */
export class FailureLog extends LogController {
  constructor() {
    super({ disableRequestLogging: true });
  }

  override streamError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
    logFailure(error, request, reply);
  }
}

/** Refusals that last until somebody has looked at the machine; the log has what the caller is not told, such as paths. */
const forTheOperator: readonly string[] = ["DATABASE_UNREADABLE", "DATA_FILE_FORBIDDEN"];

/** A refusal is the caller's business; a bug is ours and is logged once, here, with all we know. */
export function logFailure(error: unknown, request: FastifyRequest, reply: Answered): void {
  const known = knownError(error);
  const context = { requestId: request.id, method: request.method, url: loggableUrl(request.url) };
  if (isReaderGone(error, reply)) request.log.debug(context, "the reader went away");
  else if (!known || forTheOperator.includes(known.code))
    request.log.error({ ...context, err: error }, "request failed");
  else if (known instanceof AppError)
    request.log.debug({ ...context, code: known.code, ...known.details }, known.message);
  else request.log.debug({ ...context, code: known.code }, known.message);
}

/** What a stream, its source and its socket say when nobody takes what is sent. */
const endings: ReadonlySet<string> = new Set(["ERR_STREAM_PREMATURE_CLOSE", "ABORT_ERR", "EPIPE"]);

/** Pages cancel what they asked for whenever they change [DSH4]: nobody has to be woken for that. */
const isReaderGone = (error: unknown, { raw }: Answered): boolean =>
  raw.destroyed && endings.has(String(errnoOf(error)));
