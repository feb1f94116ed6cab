import type { IncomingHttpHeaders } from "node:http";
import { finished, type Readable, Transform } from "node:stream";
import { AppError } from "../../kernel/errors.ts";

const bodyTooLarge = (limit: number) =>
  new AppError("BODY_TOO_LARGE", "too-large", `The body is larger than ${limit} bytes; send it in parts`);

/** The body as a stream that fails beyond `limit` bytes, at once where the length is announced. */
export function limitedBody(body: Readable, headers: IncomingHttpHeaders, limit: number): Readable {
  if (Number(headers["content-length"] ?? 0) > limit) throw bodyTooLarge(limit);
  let seen = 0;
  const limiter = new Transform({
    transform(chunk: Buffer, _, done) {
      seen += chunk.length;
      if (seen > limit) done(bodyTooLarge(limit));
      else done(null, chunk);
    },
  });
  limiter.on("error", () => undefined); // told to who reads it: until somebody does, an error nobody hears would end the process
  finished(body, (error) => error && limiter.destroy(error));
  return body.pipe(limiter);
}
