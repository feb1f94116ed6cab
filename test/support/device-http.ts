import { randomUUID } from "node:crypto";
import { RestClient, type RestOptions, type RestResponse } from "./rest-client.ts";

/** What a logger sends, to the byte as libcurl writes it. */
export class HttpDevice {
  readonly #rest: RestClient;
  readonly #token: string;

  constructor(port: number, token: string) {
    this.#rest = new RestClient(port);
    this.#token = token;
  }

  /** One contact; `data` becomes the part's content. */
  contact(
    f: string,
    data?: string | Uint8Array,
    extra: { messageId?: number; tag?: string; fileName?: string; prefix?: string; p?: string } = {},
  ): Promise<RestResponse> {
    const { messageId, tag, fileName = "data.xml", prefix = "/device", p = "v5" } = extra;
    const description = [messageId && `Message-ID: ${messageId}`, tag && `File-Tag: ${tag}`].filter(Boolean).join(", ");
    const boundary = `------------------------${randomUUID().slice(0, 16)}`;
    const headers: Record<string, string> = description ? { "content-description": description } : {};
    const options: RestOptions =
      data === undefined
        ? { headers }
        : {
            headers: { ...headers, "content-type": `multipart/form-data; boundary=${boundary}` },
            body: multipart(boundary, data, fileName),
          };
    return this.#rest.send("POST", `${prefix}/status.php?F=${f}&ID=${this.#token}&P=${p}&T=1656503870`, options);
  }
}

export function multipart(boundary: string, data: string | Uint8Array, fileName: string): Buffer {
  const head =
    `--${boundary}\r\nContent-Disposition: form-data; name="data"; filename="${fileName}"\r\n` +
    "Content-Type: image/osfz\r\n\r\n";
  return Buffer.concat([Buffer.from(head), Buffer.from(data), Buffer.from(`\r\n--${boundary}--\r\n`)]);
}

/** `Message-ID: <n>` of a task. */
export const messageIdOf = (response: RestResponse): number =>
  Number(/^Message-ID: (\d+)$/.exec(String(response.headers["content-description"]))?.[1]);
