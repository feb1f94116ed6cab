import { secretInFile } from "../secret-in-file.ts";
import { duration, natsUrls, optionalText, secret, wholeNumber } from "../setting-kinds.ts";

/** Several nodes as one platform. */
export const clusterSettings = {
  secret: secret(
    "HELIO_SECRET",
    "Keys for tokens and sealed secrets are in PostgreSQL, encrypted with this, instead of the data folder; the same on all nodes, 16 characters at least",
  ),
  secretFile: secretInFile("HELIO_SECRET_FILE", "File that holds HELIO_SECRET"),
  natsUrl: natsUrls(
    "HELIO_NATS_URL",
    "nats://host:4222,… joins this node with others on the same PostgreSQL; tls:// insists on TLS, user:password@ or token@ stands before the first host",
  ),
  natsCredentials: optionalText("HELIO_NATS_CREDENTIALS", "Credentials file for NATS"),
  natsUser: optionalText("HELIO_NATS_USER", "User for NATS where it is not in the address"),
  natsPasswordFile: optionalText("HELIO_NATS_PASSWORD_FILE", "File with the password of that user"),
  natsTokenFile: optionalText("HELIO_NATS_TOKEN_FILE", "File with a token for NATS"),
  natsCa: optionalText("HELIO_NATS_CA", "File with the certificates that NATS is trusted by; else those of the system"),
  natsCert: optionalText("HELIO_NATS_CERT", "File with the certificate this node shows to NATS"),
  natsKey: optionalText("HELIO_NATS_KEY", "File with the key of that certificate"),
  natsWait: duration("HELIO_NATS_WAIT", "60s", "A start waits so long for a NATS that is not there", {
    min: "0ms",
    max: "1h",
  }),
  nodeName: optionalText(
    "HELIO_NODE_NAME",
    "What people read of this node, in logs and lists; else its host and process",
  ),
  clusterLease: duration(
    "HELIO_CLUSTER_LEASE",
    "4s",
    "A node that did not show for so long that it lives serves nothing any more; the others take over its devices a little later",
    { min: "1s", max: "1min" },
  ),
  clusterTimeout: duration(
    "HELIO_CLUSTER_TIMEOUT",
    "5s",
    "Another node that does not answer for so long is asked again, or taken for unavailable",
    { min: "100ms", max: "1min" },
  ),
  clusterQuestions: wholeNumber(
    "HELIO_CLUSTER_QUESTIONS",
    4_096,
    "Questions to other nodes that are under way at once, and questions of theirs that are being answered",
    { min: 16, max: 1_000_000 },
  ),
  clusterWait: duration(
    "HELIO_CLUSTER_WAIT",
    "15s",
    "Whoever asks for a device whose node is gone waits so long for another one to take over",
    { min: "0ms", max: "5min" },
  ),
  clusterBytes: wholeNumber(
    "HELIO_CLUSTER_BYTES",
    16_777_216,
    "Bytes of points that are on their way to one other node",
    { min: 1_048_576, max: 1_073_741_824 },
  ),
  clusterTenantBytes: wholeNumber("HELIO_CLUSTER_TENANT_BYTES", 8_388_608, "Of these, one tenant's", {
    min: 1_048_576,
    max: 1_073_741_824,
  }),
  clusterClock: duration(
    "HELIO_CLUSTER_CLOCK",
    "2s",
    "A node whose clock differs from that of PostgreSQL by more is refused at the start, and not ready later",
    { min: "1s", max: "10s" },
  ),
} as const;
