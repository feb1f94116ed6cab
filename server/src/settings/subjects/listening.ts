import { duration, networks, origins, port, proxies, text, timerSpan } from "../setting-kinds.ts";

/** The process is gone 10 s after the signal [RUN6]; some of that is needed to close what is behind the listeners. */
const stopSpan = { min: "0ms", max: "9s" };

/** Where a node listens, and to whom it believes what. */
export const listeningSettings = {
  host: text("HELIO_HOST", "::", "Address to listen on; :: is all of them, IPv4 included"),
  httpPort: port("HELIO_HTTP_PORT", 8080, "Port for HTTP"),
  mqttPort: port("HELIO_MQTT_PORT", 1883, "Port for MQTT"),
  trustProxy: proxies("HELIO_TRUST_PROXY", "false", "Whose X-Forwarded-For to believe"),
  proxyProtocol: networks(
    "HELIO_PROXY_PROTOCOL",
    "Balancers that put a PROXY header (v1, v2) before each connection, on every port",
  ),
  corsOrigins: origins("HELIO_CORS_ORIGINS", "Web pages that may call the API from a browser"),
  idleTimeout: duration(
    "HELIO_IDLE_TIMEOUT",
    "300s",
    "A connection on which nothing moves for so long is closed",
    timerSpan,
  ),
  stopTimeout: duration(
    "HELIO_STOP_TIMEOUT",
    "8s",
    "What is in flight may take so long to finish when stopping",
    stopSpan,
  ),
} as const;
