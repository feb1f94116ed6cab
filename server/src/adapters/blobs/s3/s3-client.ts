import { S3Client } from "@aws-sdk/client-s3";
import { readDirectly } from "./direct-reads.ts";
import { nameBodies } from "./known-sums.ts";
import type { S3Place } from "./s3-place.ts";
import { writeInPieces } from "./written-in-pieces.ts";

/** What fails for a moment is asked again, so many times in all; afterwards whoever waits is told. */
const attempts = 3;
const connectTimeoutMs = 5_000;

/** It writes no log of its own: in what it could say there are headers that let somebody in. */
const silent = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };

export function s3Client(place: S3Place): S3Client {
  const { endpoint, credentials, silenceMs, connections } = place;
  const connectMs = Math.min(connectTimeoutMs, silenceMs);
  const client = new S3Client({
    region: place.region,
    forcePathStyle: place.isPathStyle,
    ...(endpoint !== undefined && { endpoint }),
    ...(credentials && { credentials }),
    maxAttempts: attempts,
    logger: silent,
    // Asking first whether a part is welcome would cost a connection of its own for each, with its handshake.
    expectContinueHeader: false,
    // We have the sums of what we send already, and compare what we read with our own.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: connectMs,
      socketTimeout: silenceMs,
      httpAgent: { maxSockets: connections },
      httpsAgent: { maxSockets: connections },
    },
  });
  nameBodies(client, endpoint === undefined || endpoint.startsWith("https:"));
  readDirectly(client, place, { connectMs, silenceMs });
  writeInPieces(client);
  return client;
}
