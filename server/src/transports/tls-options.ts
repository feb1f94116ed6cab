/** How TLS is spoken on every port; nothing in here that could not be sent to a thread. */
export interface TlsOptions {
  readonly cert: Uint8Array;
  readonly key: Uint8Array;
  /** Where both came from: looked at again every so often [RUN13]. */
  readonly files?: { readonly cert: string; readonly key: string; readonly everyMs: number };
  /** A handshake that takes longer is cut off. */
  readonly handshakeMs?: number;
}

/** Only what encrypts and authenticates at once, with keys nobody can use later; no CBC, no SHA-1 [API12]. */
const suites = [
  "TLS_AES_256_GCM_SHA384",
  "TLS_CHACHA20_POLY1305_SHA256",
  "TLS_AES_128_GCM_SHA256",
  "ECDHE-ECDSA-AES128-GCM-SHA256",
  "ECDHE-RSA-AES128-GCM-SHA256",
  "ECDHE-ECDSA-AES256-GCM-SHA384",
  "ECDHE-RSA-AES256-GCM-SHA384",
  "ECDHE-ECDSA-CHACHA20-POLY1305",
  "ECDHE-RSA-CHACHA20-POLY1305",
];

const defaultHandshakeMs = 10_000;

/** As Node takes it. Between threads a Buffer arrives as plain bytes, which node:tls does not take. */
export const secureOptions = ({ cert, key, handshakeMs = defaultHandshakeMs }: TlsOptions) => ({
  cert: Buffer.from(cert),
  key: Buffer.from(key),
  minVersion: "TLSv1.2" as const,
  ciphers: suites.join(":"),
  handshakeTimeout: handshakeMs,
});
