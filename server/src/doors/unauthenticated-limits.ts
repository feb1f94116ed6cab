import type { Config } from "../settings/config.ts";
import type { UnauthenticatedLimits } from "../transports/unauthenticated-peers.ts";

export const unauthenticatedLimitsOf = (
  config: Pick<
    Config,
    "unauthenticated" | "unauthenticatedPerNetwork" | "unauthenticatedBytes" | "unauthenticatedBytesPerNetwork"
  >,
): UnauthenticatedLimits => ({
  atMost: config.unauthenticated,
  perNetwork: config.unauthenticatedPerNetwork,
  bytes: config.unauthenticatedBytes,
  bytesPerNetwork: config.unauthenticatedBytesPerNetwork,
});
