import { connect, isIP, type Socket } from "node:net";

/** A connection to the first of these addresses that answers. */
export async function openSocket(
  addresses: readonly string[],
  port: number,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<Socket> {
  let failure: unknown = new Error("the host has no address");
  for (const address of addresses) {
    try {
      return await openOne(address, port, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
    } catch (error) {
      signal.throwIfAborted();
      failure = error;
    }
  }
  throw failure;
}

function openOne(host: string, port: number, signal: AbortSignal): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = connect({ host, port, family: isIP(host) });
  const giveUp = () => socket.destroy(new Error(`${host} did not answer in time`));
  signal.addEventListener("abort", giveUp, { once: true });
  socket.once("connect", () => {
    signal.removeEventListener("abort", giveUp);
    socket.off("error", reject);
    resolve(socket);
  });
  socket.once("error", reject);
  if (signal.aborted) giveUp();
  return promise;
}
