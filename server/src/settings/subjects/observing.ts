import { choice, optionalPort, secret, text } from "../setting-kinds.ts";

/** What a node tells about itself, and whom. */
export const observingSettings = {
  logLevel: choice(
    "HELIO_LOG_LEVEL",
    ["fatal", "error", "warn", "info", "debug", "trace", "silent"],
    "info",
    "What is logged",
  ),
  metricsAccess: choice(
    "HELIO_METRICS_ACCESS",
    ["local", "anyone", "nobody"],
    "local",
    "Who may read /metrics on the ports of the API without the token; local is whoever is on this machine",
  ),
  metricsToken: secret("HELIO_METRICS_TOKEN", "Whoever sends it as `Authorization: Bearer …` may read /metrics"),
  metricsHost: text("HELIO_METRICS_HOST", "127.0.0.1", "Address of the port for metrics alone"),
  metricsPort: optionalPort("HELIO_METRICS_PORT", "A port for metrics alone; /metrics is then nowhere else"),
  apiDescription: choice("HELIO_API_DESCRIPTION", ["anyone", "users"], "anyone", "Who may read /api/openapi.json"),
} as const;
