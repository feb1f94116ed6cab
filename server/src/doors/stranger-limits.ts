import type { Config } from "../settings/config.ts";
import type { StrangerLimits } from "../transports/strangers.ts";

export const strangerLimitsOf = (
  config: Pick<Config, "strangers" | "strangersPerNetwork" | "strangerBytes" | "strangerBytesPerNetwork">,
): StrangerLimits => ({
  atMost: config.strangers,
  perNetwork: config.strangersPerNetwork,
  bytes: config.strangerBytes,
  bytesPerNetwork: config.strangerBytesPerNetwork,
});
