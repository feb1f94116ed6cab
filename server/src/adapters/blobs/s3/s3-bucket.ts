import type { Readable } from "node:stream";
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from "@aws-sdk/client-s3";
import type { ByteRange } from "../../../core/files/index.ts";
import { unlessCut } from "./asked-again.ts";
import type { KnownSums } from "./known-sums.ts";
import { countRequests, type RequestCounts } from "./request-counts.ts";
import { s3Client } from "./s3-client.ts";
import { isNotThere, isTaken, s3Fault } from "./s3-faults.ts";
import { nameOf, type S3Place } from "./s3-place.ts";
import { uploadParts } from "./upload-parts.ts";

/** Bytes of an object that are on their way. */
export interface ObjectBytes {
  readonly bytes: Readable;
  /** Of the whole object; undefined when the answer does not tell, as it may. */
  readonly size: number | undefined;
}

/** The few things we ask of an S3. What fails is an `AppError` that says so [CLU4]. */
export class S3Bucket {
  readonly name: string;
  readonly requests: Readonly<RequestCounts>;
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;

  constructor(place: S3Place) {
    this.name = nameOf(place);
    this.#client = s3Client(place);
    this.requests = countRequests(this.#client);
    [this.#bucket, this.#prefix] = [place.bucket, place.prefix];
  }

  close(): void {
    this.#client.destroy();
  }

  /** Undefined when there is no such object. */
  async get(key: string, range?: ByteRange): Promise<ObjectBytes | undefined> {
    const Range = range && `bytes=${range.start}-${range.end}`;
    const asked = new GetObjectCommand({ ...this.#at(key), ...(Range !== undefined && { Range }) });
    const answer = await this.#ifThere(this.#client.send(asked));
    if (!answer) return undefined;
    const total = Number(answer.ContentRange?.split("/")[1] ?? answer.ContentLength);
    return { bytes: answer.Body as Readable, size: Number.isSafeInteger(total) ? total : undefined };
  }

  /** All of a small object. */
  async read(key: string): Promise<Buffer | undefined> {
    return unlessCut(async () => {
      const found = await this.get(key);
      return found && Buffer.concat(await found.bytes.toArray());
    });
  }

  async sizeOf(key: string): Promise<number | undefined> {
    const answer = await this.#ifThere(this.#client.send(new HeadObjectCommand(this.#at(key))));
    return answer?.ContentLength;
  }

  async write(key: string, body: Buffer, sums?: KnownSums): Promise<void> {
    await this.#client.send(new PutObjectCommand({ ...this.#at(key), Body: body, ...sums })).catch(fails);
  }

  /** False when there is one already: whoever was first has it. */
  async create(key: string, body: Buffer): Promise<boolean> {
    try {
      await this.#client.send(new PutObjectCommand({ ...this.#at(key), Body: body, IfNoneMatch: "*" }));
      return true;
    } catch (error) {
      if (isTaken(error)) return false;
      throw s3Fault(error);
    }
  }

  /** In parts; whole under its name once resolved, and nothing is left of what failed. */
  upload(key: string, parts: Parameters<typeof uploadParts>[2]): Promise<void> {
    return uploadParts(this.#client, this.#at(key), parts);
  }

  /** What is not there is removed as well. False: it is gone, but a request before was not answered and may come later. */
  async remove(key: string): Promise<boolean> {
    const answer = await this.#client.send(new DeleteObjectCommand(this.#at(key))).catch(fails);
    return (answer.$metadata.attempts ?? 1) === 1;
  }

  /** The keys below a folder, without it, in portions. */
  async *keysBelow(folder: string): AsyncGenerator<readonly string[]> {
    for await (const objects of this.objectsBelow(folder)) yield objects.map(({ name }) => name);
  }

  /** The same with their sizes. */
  async *objectsBelow(folder: string): AsyncGenerator<readonly { readonly name: string; readonly size: number }[]> {
    const prefix = `${this.#prefix}${folder}`;
    for (let token: string | undefined, isMore = true; isMore; ) {
      const asked = { Bucket: this.#bucket, Prefix: prefix, ...(token !== undefined && { ContinuationToken: token }) };
      const answer = await this.#client.send(new ListObjectsV2Command(asked)).catch(fails);
      yield (answer.Contents ?? []).map(({ Key = "", Size = 0 }) => ({ name: Key.slice(prefix.length), size: Size }));
      [token, isMore] = [answer.NextContinuationToken, answer.IsTruncated === true];
    }
  }

  /**
   * Ends the uploads below our prefix that began at least so long ago, or all of them, which nobody else will. One whose
   * beginning is not told is left alone unless all are meant. Returns how many there were [FILE6].
   */
  async endUploads(atLeastMs?: number): Promise<number> {
    let ended = 0;
    for (let markers = {}, isMore = true; isMore; ) {
      const asked = { Bucket: this.#bucket, Prefix: this.#prefix, ...markers };
      const answer = await this.#client.send(new ListMultipartUploadsCommand(asked)).catch(fails);
      for (const { Key, UploadId, Initiated } of answer.Uploads ?? []) {
        if (atLeastMs !== undefined && !this.#beganBefore(Initiated, atLeastMs)) continue;
        const aborted = new AbortMultipartUploadCommand({ Bucket: this.#bucket, Key, UploadId });
        await this.#ifThere(this.#client.send(aborted));
        ended++;
      }
      markers = { KeyMarker: answer.NextKeyMarker, UploadIdMarker: answer.NextUploadIdMarker };
      isMore = answer.IsTruncated === true;
    }
    return ended;
  }

  /** By the clock of the S3, from which the client has learnt how far ours is off [RUN12]. */
  #beganBefore(begun: Date | undefined, agoMs: number): boolean {
    const now = Date.now() + this.#client.config.systemClockOffset;
    return begun !== undefined && now - begun.getTime() >= agoMs;
  }

  #at(key: string): { readonly Bucket: string; readonly Key: string } {
    return { Bucket: this.#bucket, Key: `${this.#prefix}${key}` };
  }

  async #ifThere<T>(asked: Promise<T>): Promise<T | undefined> {
    try {
      return await asked;
    } catch (error) {
      if (isNotThere(error)) return undefined;
      throw s3Fault(error);
    }
  }
}

const fails = (error: unknown): never => {
  throw s3Fault(error);
};
