import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  type S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { fewAtATime } from "./few-at-a-time.ts";
import type { KnownSums } from "./known-sums.ts";
import type { PartOfFile } from "./part-of-file.ts";
import { s3Fault } from "./s3-faults.ts";

/** A part is read while it is sent; its memory is the next one's afterwards. */
export interface Part {
  readonly body: PartOfFile;
  readonly sums: KnownSums;
}

interface Place {
  readonly Bucket: string;
  readonly Key: string;
}

/** Of one content: while one waits for the answer of the S3 the others use the line. */
const partsUnderWay = 3;

/** Sends the parts of an object, which is there when all of them are, and otherwise not at all [FILE6]. */
export async function uploadParts(client: S3Client, place: Place, parts: readonly Part[]): Promise<void> {
  const created = await client
    .send(new CreateMultipartUploadCommand({ ...place, ChecksumAlgorithm: "CRC32" }))
    .catch(fails);
  const at = { ...place, UploadId: created.UploadId };
  try {
    const Parts = await fewAtATime(parts, partsUnderWay, async ({ body, sums }, index) => {
      const PartNumber = index + 1;
      const asked = new UploadPartCommand({ ...at, PartNumber, Body: asPayload(body), ...sums });
      const { ETag } = await client.send(asked);
      body.sent();
      return { PartNumber, ETag, ...sums };
    });
    await client.send(new CompleteMultipartUploadCommand({ ...at, MultipartUpload: { Parts } }));
  } catch (error) {
    // What cannot be ended now is ended by the next start.
    await client.send(new AbortMultipartUploadCommand(at)).catch(() => undefined);
    throw s3Fault(error);
  }
}

/** `writeInPieces` makes the stream of it; the client itself looks at its length only. */
const asPayload = (body: PartOfFile) => body as unknown as Uint8Array;

const fails = (error: unknown): never => {
  throw s3Fault(error);
};
