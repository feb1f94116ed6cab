import { readFile } from "node:fs/promises";
import { createSecureContext } from "node:tls";
import { type Config, ConfigError } from "../settings/config.ts";
import { secureOptions, type TlsOptions } from "../transports/tls-options.ts";

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
