import { duration, optionalText, port } from "../setting-kinds.ts";

/** TLS, on when certificate and key are given. */
export const tlsSettings = {
  tlsCert: optionalText("HELIO_TLS_CERT", "PEM file with the certificate chain; with the key, switches TLS on"),
  tlsKey: optionalText("HELIO_TLS_KEY", "PEM file with the certificate's private key"),
  httpsPort: port("HELIO_HTTPS_PORT", 8443, "Port for HTTPS, when TLS is on"),
  mqttTlsPort: port("HELIO_MQTT_TLS_PORT", 8883, "Port for MQTT over TLS, when TLS is on"),
  tlsReload: duration("HELIO_TLS_RELOAD", "10s", "Certificate and key are looked at for changes every so often", {
    min: "100ms",
    max: "1d",
  }),
  tlsHandshakeTimeout: duration("HELIO_TLS_HANDSHAKE_TIMEOUT", "10s", "A TLS handshake may take so long", {
    min: "100ms",
    max: "5min",
  }),
} as const;
