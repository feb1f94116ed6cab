import { readFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { createSecureContext } from "node:tls";
import { type Config, ConfigError } from "./config.ts";
import type { CertificateNews } from "./transports/follow-certificate.ts";
import type { HttpStrangers } from "./transports/http/http-strangers.ts";
import { HttpListener, type ListenerOptions } from "./transports/http/listener.ts";
import type { Upgrades } from "./transports/http/upgrades.ts";
import { secureOptions, type TlsOptions } from "./transports/tls-options.ts";

/** Opens all of them or none. */
export async function openHttpListeners(
  config: Config,
  tls: TlsOptions | undefined,
  handle: RequestListener,
  upgrades: Upgrades,
  strangers: HttpStrangers,
  onCertificate: (news: CertificateNews) => void,
): Promise<HttpListener[]> {
  const proxies = { balancers: config.proxyProtocol, timeoutMs: config.strangerTimeout };
  const common = { host: config.host, idleTimeoutMs: config.idleTimeout, upgrades, proxies, strangers };
  const wanted: ListenerOptions[] = [{ ...common, port: config.httpPort }];
  if (tls) wanted.push({ ...common, port: config.httpsPort, tls, onCertificate });
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
export async function certificateOf({
  tlsCert,
  tlsKey,
  tlsReload,
  tlsHandshakeTimeout,
}: Config): Promise<TlsOptions | undefined> {
  if (tlsCert === undefined || tlsKey === undefined) return undefined;
  const files = { cert: tlsCert, key: tlsKey, everyMs: tlsReload };
  const tls = { cert: await readFile(tlsCert), key: await readFile(tlsKey), files, handshakeMs: tlsHandshakeTimeout };
  try {
    createSecureContext(secureOptions(tls));
    return tls;
  } catch (error) {
    throw new ConfigError([`HELIO_TLS_CERT and HELIO_TLS_KEY: ${error instanceof Error ? error.message : error}`]);
  }
}
