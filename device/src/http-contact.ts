import type { Fetch } from "./bad-network.ts";

/** One answer of the platform: a task, or undefined when there is nothing to do. */
export interface Task {
  readonly contentType: string;
  readonly messageId: number;
  readonly body: string;
}

export interface Contact {
  readonly base: string;
  readonly token: string;
  /** The function: PING, ATTN, UPLOAD, RETURN_… */
  readonly f: string;
  readonly data?: string | Uint8Array<ArrayBuffer>;
  readonly fileName?: string;
  readonly messageId?: number;
  readonly tag?: string;
  /** The network; `fetch` where there is nothing to simulate. */
  readonly send?: Fetch;
}

const timeoutMs = 60_000;

/** Brings something to the platform and takes home what it has to do (docs/devices.md). Throws when it was refused. */
export async function contact({
  base,
  token,
  f,
  data,
  fileName = "data.xml",
  messageId,
  tag,
  send = fetch,
}: Contact): Promise<Task | undefined> {
  const time = Math.floor(Date.now() / 1_000);
  const url = `${base}/status.php?F=${f}&ID=${encodeURIComponent(token)}&P=v5&T=${time}`;
  const description = [messageId !== undefined && `Message-ID: ${messageId}`, tag !== undefined && `File-Tag: ${tag}`];
  const header = description.filter(Boolean).join(", ");
  const response = await send(url, {
    method: "POST",
    headers: header === "" ? {} : { "content-description": header },
    ...(data !== undefined && { body: formOf(data, fileName) }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const body = await response.text();
  if (!response.ok) throw new Error(`${f} was refused: ${response.status} ${body}`);
  if (response.status === 204) return undefined;
  const answers = /^Message-ID: (\d+)$/.exec(response.headers.get("content-description") ?? "");
  return { contentType: response.headers.get("content-type") ?? "", messageId: Number(answers?.[1]), body };
}

function formOf(data: string | Uint8Array<ArrayBuffer>, fileName: string): FormData {
  const form = new FormData();
  form.append("data", new Blob([data], { type: "image/osfz" }), fileName);
  return form;
}
