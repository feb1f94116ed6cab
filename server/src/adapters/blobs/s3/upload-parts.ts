import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  type S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { fewAtATime } from "./few-at-a-time.ts";
import type { KnownSums } from "./known-sums.ts";
import { s3Fault } from "./s3-faults.ts";

/** A part is read when its turn comes; its memory is the next one's when it has been sent. */
export interface Part {
  read(): Promise<{ readonly body: Buffer; readonly sums: KnownSums }>;
  sent(body: Buffer): void;
}

interface Place {
  readonly Bucket: string;
  readonly Key: string;
}

/** Of one content: while one is on its way the next one is read. Together they are what an upload takes of memory. */
const partsUnderWay = 2;

/** Sends the parts of an object, which is there when all of them are, and otherwise not at all [FILE6]. */
export async function uploadParts(client: S3Client, place: Place, parts: readonly Part[]): Promise<void> {
  const created = await client
    .send(new CreateMultipartUploadCommand({ ...place, ChecksumAlgorithm: "CRC32" }))
    .catch(fails);
  const at = { ...place, UploadId: created.UploadId };
  try {
    const Parts = await fewAtATime(parts, partsUnderWay, async (part, index) => {
      const { body, sums } = await part.read();
      const PartNumber = index + 1;
      const asked = new UploadPartCommand({ ...at, PartNumber, Body: body, ...sums });
      const { ETag } = await client.send(asked);
      part.sent(body);
      return { PartNumber, ETag, ...sums };
    });
    await client.send(new CompleteMultipartUploadCommand({ ...at, MultipartUpload: { Parts } }));
  } catch (error) {
    // What cannot be ended now is ended by the next start.
    await client.send(new AbortMultipartUploadCommand(at)).catch(() => undefined);
    throw s3Fault(error);
  }
}

const fails = (error: unknown): never => {
  throw s3Fault(error);
};
