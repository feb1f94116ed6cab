import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { crc32 } from "node:zlib";

export interface Asked {
  readonly method: string;
  readonly bucket: string;
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | number>>;
  readonly body?: string | Uint8Array;
}

interface Upload {
  readonly key: string;
  /** Undefined: it is not told. */
  readonly initiated?: Date;
  readonly parts: Map<number, { readonly body: Buffer; readonly etag: string }>;
}

export const testBucket = "files";
/** As at AWS: every part but the last one has at least so many bytes. */
const leastPartBytes = 5 * 1024 * 1024;
/** Few, so that lists have several pages. */
const keysPerPage = 100;

/** Objects and uploads of one bucket, and what an S3 answers about them. */
export class S3Objects {
  readonly all = new Map<string, Buffer>();
  readonly uploads = new Map<string, Upload>();
  /** How often each kind of request was answered. */
  #lastUpload = 0;

  answer(asked: Asked): Answer {
    const refused = refusal(asked);
    if (refused !== undefined) return failed(...refused);
    const { method, key, query } = asked;
    if (key === "") return query.has("uploads") ? this.#listUploads(query) : this.#list(query);
    if (query.has("uploads")) return this.#begin(key);
    if (query.has("uploadId")) return this.#ofUpload(asked, query.get("uploadId") ?? "");
    if (method === "PUT") return this.#put(asked);
    if (method === "DELETE") return this.#remove(key);
    return this.#get(asked);
  }

  #put({ key, body, headers }: Asked): Answer {
    if (headers["if-none-match"] === "*" && this.all.has(key)) return failed(412, "PreconditionFailed");
    this.all.set(key, body);
    return { status: 200, headers: { etag: etagOf(body) } };
  }

  #remove(key: string): Answer {
    this.all.delete(key);
    return { status: 204 };
  }

  #get({ key, method, headers }: Asked): Answer {
    const body = this.all.get(key);
    if (!body) return method === "HEAD" ? { status: 404 } : failed(404, "NoSuchKey");
    const known = { etag: etagOf(body), "accept-ranges": "bytes" };
    if (method === "HEAD") return { status: 200, headers: { ...known, "content-length": body.length } };
    const range = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? "");
    if (!range) return { status: 200, headers: known, body };
    const [start, end] = [Number(range[1]), Math.min(Number(range[2]), body.length - 1)];
    if (start >= body.length) return failed(416, "InvalidRange");
    const span = { "content-range": `bytes ${start}-${end}/${body.length}` };
    return { status: 206, headers: { ...known, ...span }, body: body.subarray(start, end + 1) };
  }

  #list(query: URLSearchParams): Answer {
    const [prefix, after] = [query.get("prefix") ?? "", query.get("continuation-token") ?? ""];
    const keys = [...this.all.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = keys.slice(0, keysPerPage);
    const isMore = keys.length > page.length;
    const next = isMore ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : "";
    const listed = page.map((key) => `<Contents><Key>${key}</Key><Size>${this.all.get(key)?.length}</Size></Contents>`);
    return xml("ListBucketResult", `<IsTruncated>${isMore}</IsTruncated>${next}${listed.join("")}`);
  }

  #begin(key: string): Answer {
    const id = `upload-${++this.#lastUpload}`;
    this.uploads.set(id, { key, initiated: new Date(), parts: new Map() });
    return xml("InitiateMultipartUploadResult", `<Key>${key}</Key><UploadId>${id}</UploadId>`);
  }

  #ofUpload(asked: Asked, id: string): Answer {
    const upload = this.uploads.get(id);
    if (upload?.key !== asked.key) return failed(404, "NoSuchUpload");
    if (asked.method === "PUT") return addPart(upload, Number(asked.query.get("partNumber")), asked.body);
    if (asked.method === "POST") return this.#complete(id, upload, asked.body.toString("utf8"));
    this.uploads.delete(id);
    return { status: 204 };
  }

  #complete(id: string, { key, parts }: Upload, text: string): Answer {
    const named = [...text.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = ""]) => ({
      number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
      etag: /<ETag>(?:&quot;|")?([0-9a-f]+)/.exec(part)?.[1],
    }));
    if (named.some(({ number }, i) => number <= (named[i - 1]?.number ?? 0))) return failed(400, "InvalidPartOrder");
    const found = named.map(({ number, etag }) => {
      const part = parts.get(number);
      return part?.etag === `"${etag}"` ? part.body : undefined;
    });
    if (found.length === 0 || found.includes(undefined)) return failed(400, "InvalidPart");
    const bodies = found.filter((body) => body !== undefined);
    if (bodies.slice(0, -1).some((body) => body.length < leastPartBytes)) return failed(400, "EntityTooSmall");
    this.all.set(key, Buffer.concat(bodies));
    this.uploads.delete(id);
    return xml("CompleteMultipartUploadResult", `<Key>${key}</Key><ETag>"${id}-${bodies.length}"</ETag>`);
  }

  #listUploads(query: URLSearchParams): Answer {
    const prefix = query.get("prefix") ?? "";
    const listed = [...this.uploads].filter(([, { key }]) => key.startsWith(prefix));
    const rows = listed.map(([id, { key, initiated }]) => {
      const begun = initiated ? `<Initiated>${initiated.toISOString()}</Initiated>` : "";
      return `<Upload><Key>${key}</Key><UploadId>${id}</UploadId>${begun}</Upload>`;
    });
    return xml("ListMultipartUploadsResult", `<IsTruncated>false</IsTruncated>${rows.join("")}`);
  }
}

function addPart({ parts }: Upload, number: number, body: Buffer): Answer {
  if (!(number >= 1 && number <= 10_000)) return failed(400, "InvalidArgument");
  const etag = etagOf(body);
  parts.set(number, { body, etag });
  return { status: 200, headers: { etag } };
}

/** What the request says of itself has to be true. */
function refusal({ bucket, headers, body }: Asked): [number, string] | undefined {
  if (!/^AWS4-HMAC-SHA256 Credential=AKIATESTONLY\//.test(headers.authorization ?? "")) return [403, "AccessDenied"];
  if (bucket !== testBucket) return [404, "NoSuchBucket"];
  const [sha256, crc] = [headers["x-amz-content-sha256"], headers["x-amz-checksum-crc32"]];
  const isUnsigned = sha256 === "UNSIGNED-PAYLOAD";
  if (!isUnsigned && sha256 !== createHash("sha256").update(body).digest("hex"))
    return [400, "XAmzContentSHA256Mismatch"];
  return crc === undefined || crc === crcOf(body) ? undefined : [400, "BadDigest"];
}

function crcOf(body: Buffer): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(body));
  return bytes.toString("base64");
}

/** Made once for each: every read of a piece asks for it, and an object is replaced, never changed. */
const etags = new WeakMap<Buffer, string>();
const etagOf = (body: Buffer): string =>
  etags.getOrInsertComputed(body, () => `"${createHash("md5").update(body).digest("hex")}"`);

const xml = (name: string, inside: string): Answer => ({
  status: 200,
  headers: { "content-type": "application/xml" },
  body: `<?xml version="1.0" encoding="UTF-8"?><${name} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${inside}</${name}>`,
});

const failed = (status: number, code: string): Answer => ({
  status,
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
});
