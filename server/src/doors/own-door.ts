import type { RequestListener } from "node:http";
import type { Config } from "../settings/config.ts";
import { HttpListener } from "../transports/http/listener.ts";
import type { UnauthenticatedHttp } from "../transports/http/unauthenticated-http.ts";
import type { Upgrades } from "../transports/http/upgrades.ts";

/**
 * For the browser that prints dashboards [SCH2]: a port of this machine only, open while it prints. The other ones may be
 * bound elsewhere, wait for a balancer's header or show a certificate for another name.
 */
export async function openOwnDoor(
  { idleTimeout: idleTimeoutMs }: Pick<Config, "idleTimeout">,
  handle: RequestListener,
  upgrades: Upgrades,
  unauthenticated: UnauthenticatedHttp,
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const listener = new HttpListener(handle, { host: "127.0.0.1", port: 0, idleTimeoutMs, upgrades, unauthenticated });
  await listener.open();
  return { port: listener.port, close: () => listener.close(0) };
}
