import type { AddressInfo, ListenOptions, Server } from "node:net";

interface PortOptions extends Pick<ListenOptions, "backlog" | "reusePort"> {
  readonly host: string;
  readonly port: number;
}

/** Resolves when the server listens. `::` is every address, also on a machine without IPv6. */
export async function openPort(server: Server, options: PortOptions): Promise<void> {
  try {
    await listen(server, options);
  } catch (error) {
    if (options.host !== "::" || !isWithoutIpv6(error)) throw error;
    await listen(server, { ...options, host: "0.0.0.0" });
  }
}

/** The port it listens on; `wanted` before it does. */
export const portOf = (server: Server, wanted: number): number =>
  (server.address() as AddressInfo | null)?.port ?? wanted;

function listen(server: Server, options: PortOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(options, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

const isWithoutIpv6 = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "EAFNOSUPPORT" || error.code === "EADDRNOTAVAIL");
