import type { RequestListener } from "node:http";
import type { Logger } from "pino";
import type { Config } from "../settings/config.ts";
import type { CertificateNews } from "../transports/follow-certificate.ts";
import { HttpListener, type ListenerOptions } from "../transports/http/listener.ts";
import type { UnauthenticatedHttp } from "../transports/http/unauthenticated-http.ts";
import type { Upgrades } from "../transports/http/upgrades.ts";
import type { TlsOptions } from "../transports/tls-options.ts";

/** Opens all of them or none. */
export async function openHttpListeners(
  config: Config,
  tls: TlsOptions | undefined,
  handle: RequestListener,
  upgrades: Upgrades,
  unauthenticated: UnauthenticatedHttp,
  logger: Logger,
): Promise<HttpListener[]> {
  const proxies = { balancers: config.proxyProtocol, timeoutMs: config.unauthenticatedTimeout };
  const common = { host: config.host, idleTimeoutMs: config.idleTimeout, upgrades, proxies, unauthenticated };
  const wanted: ListenerOptions[] = [{ ...common, port: config.httpPort }];
  if (tls) wanted.push({ ...common, port: config.httpsPort, tls, onCertificate: tellOf(logger) });
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

/** [RUN13] */
const tellOf = (logger: Logger) => (news: CertificateNews) => {
  if (news.kind === "reloaded") logger.info("the certificate was read again");
  else logger.error({ err: news.error }, "the new certificate cannot be used; the old one stays");
};
