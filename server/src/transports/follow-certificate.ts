import { readFileSync, unwatchFile, watchFile } from "node:fs";
import type { Server } from "node:net";
import { createSecureContext, type Server as TlsServer } from "node:tls";
import { secureOptions, type TlsOptions } from "./tls-options.ts";

/** What became of a change of the files. */
export type CertificateNews = { readonly kind: "reloaded" } | { readonly kind: "refused"; readonly error: unknown };

/**
 * New connections get the certificate that is in the files by now; those there are keep theirs. A pair that does not fit
 * (the key may be written a moment later) changes nothing [RUN13].
 */
export function followCertificate(server: Server, tls: TlsOptions, tell: (news: CertificateNews) => void): void {
  const { files } = tls;
  if (!files) return;
  const reload = () => tell(reloaded(server, tls, files));
  const paths = [...new Set([files.cert, files.key])];
  for (const path of paths) watchFile(path, { interval: files.everyMs, persistent: false }, reload);
  server.once("close", () => {
    for (const path of paths) unwatchFile(path, reload);
  });
}

function reloaded(server: Server, tls: TlsOptions, files: NonNullable<TlsOptions["files"]>): CertificateNews {
  try {
    const options = secureOptions({ ...tls, cert: readFileSync(files.cert), key: readFileSync(files.key) });
    createSecureContext(options);
    (server as TlsServer).setSecureContext(options);
    return { kind: "reloaded" };
  } catch (error) {
    return { kind: "refused", error };
  }
}
