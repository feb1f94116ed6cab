import { readFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { createSecureContext } from "node:tls";
import { type Config, ConfigError } from "./config.ts";
import type { HttpStrangers } from "./transports/http/http-strangers.ts";
import { HttpListener, type ListenerOptions } from "./transports/http/listener.ts";
import type { Upgrades } from "./transports/http/upgrades.ts";

type Certificate = NonNullable<ListenerOptions["tls"]>;

/** Opens all of them or none. */
export async function openHttpListeners(
  config: Config,
  tls: Certificate | undefined,
  handle: RequestListener,
  upgrades: Upgrades,
  strangers: HttpStrangers,
): Promise<HttpListener[]> {
  const proxies = { balancers: config.proxyProtocol, timeoutMs: config.strangerTimeout };
  const common = { host: config.host, idleTimeoutMs: config.idleTimeout, upgrades, proxies, strangers };
  const wanted: ListenerOptions[] = [{ ...common, port: config.httpPort }];
  if (tls) wanted.push({ ...common, port: config.httpsPort, tls });
  const opened: HttpListener[] = [];
  try {
    for (const options of wanted) {
      const listener = new HttpListener(handle, options);
      await listener.open();
      opened.push(listener);
    }
    return opened;
  } catch (error) {
    await Promise.all(opened.map((listener) => listener.close(0)));
    throw error;
  }
}

/** The certificate and key of the settings, checked before anything is opened with them. */
export async function certificateOf({ tlsCert, tlsKey }: Config): Promise<Certificate | undefined> {
  if (tlsCert === undefined || tlsKey === undefined) return undefined;
  const tls = { cert: await readFile(tlsCert), key: await readFile(tlsKey) };
  try {
    createSecureContext(tls);
    return tls;
  } catch (error) {
    throw new ConfigError([`HELIO_TLS_CERT and HELIO_TLS_KEY: ${error instanceof Error ? error.message : error}`]);
  }
}
