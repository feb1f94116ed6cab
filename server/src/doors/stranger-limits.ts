import type { Config } from "../settings/config.ts";
import type { UnauthenticatedLimits } from "../transports/unauthenticated-peers.ts";

export const strangerLimitsOf = (
  config: Pick<Config, "strangers" | "strangersPerNetwork" | "strangerBytes" | "strangerBytesPerNetwork">,
): UnauthenticatedLimits => ({
  atMost: config.strangers,
  perNetwork: config.strangersPerNetwork,
  bytes: config.strangerBytes,
  bytesPerNetwork: config.strangerBytesPerNetwork,
});
