import { duration, timerSpan, wholeNumber } from "../setting-kinds.ts";

/** What those may take who are not authenticated [API10]. */
export const unauthenticatedSettings = {
  unauthenticated: wholeNumber(
    "HELIO_UNAUTHENTICATED",
    16_384,
    "Connections and requests that may be open before they authenticate; beyond, who has most of them loses the oldest",
    { min: 16, max: 1_000_000 },
  ),
  unauthenticatedPerNetwork: wholeNumber(
    "HELIO_UNAUTHENTICATED_PER_NETWORK",
    4_096,
    "The same of one IPv4 address or IPv6 /64; beyond, its oldest gives way",
    { min: 1, max: 1_000_000 },
  ),
  unauthenticatedBytes: wholeNumber("HELIO_UNAUTHENTICATED_BYTES", 67_108_864, "Bytes held for all of them", {
    min: 65_536,
    max: 8_589_934_592,
  }),
  unauthenticatedBytesPerNetwork: wholeNumber(
    "HELIO_UNAUTHENTICATED_BYTES_PER_NETWORK",
    8_388_608,
    "Bytes held for those of one IPv4 address or IPv6 /64",
    { min: 16_384, max: 8_589_934_592 },
  ),
  unauthenticatedMessage: wholeNumber(
    "HELIO_UNAUTHENTICATED_MESSAGE",
    16_384,
    "Bytes of a body, an MQTT CONNECT or a first frame of the live view before authentication",
    { min: 1_024, max: 1_048_576 },
  ),
  unauthenticatedTimeout: duration(
    "HELIO_UNAUTHENTICATED_TIMEOUT",
    "10s",
    "Such a body, CONNECT or frame has to be complete within this",
    timerSpan,
  ),
} as const;
