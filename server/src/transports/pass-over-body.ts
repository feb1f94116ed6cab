import type { IncomingMessage } from "node:http";

/** Who goes on sending after the answer has so long to read it; a connection that is cut at once may lose it. */
const lingerMs = 2_000;

/** A request that is answered without its body: what still comes is dropped, and after a while the connection with it. */
export function passOverBody(request: IncomingMessage): void {
  request.resume();
  const givingUp = setTimeout(() => {
    if (!request.complete) request.destroy();
  }, lingerMs);
  givingUp.unref();
}
