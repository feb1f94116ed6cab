import { Unreachable } from "@heliograph/client";
import { Store } from "../state/store.ts";
import { saveBlob } from "../ui/save-blob.ts";
import { downloadName } from "./download-name.ts";

export interface Download {
  readonly id: number;
  readonly name: string;
  readonly received: number;
  /** Bytes; a guess for archives, which are a little larger than their files. */
  readonly expected: number;
  readonly cancel: () => void;
}

/** Under way, oldest first. They go on while one looks at other pages. */
export const downloads = new Store<readonly Download[]>([]);

/** More than this is left to the browser, which writes to the disk as it receives. */
const mostInMemory = 256 * 1024 * 1024;
const tellEveryMs = 100;
let nextId = 1;

interface Wanted {
  /** Holds a token of its own, good for a short while [FILE5]. */
  readonly address: string;
  readonly name: string;
  /** Tells apart what the server calls the same. */
  readonly prefix?: string;
  readonly expected: number;
}

/** Resolves when the file is in the browser's hands; a cancelled download resolves, too. */
export async function download(wanted: Wanted): Promise<void> {
  if (wanted.expected > mostInMemory) return handToBrowser(wanted);
  const { signal, abort } = abortable();
  const entry = {
    id: nextId++,
    name: `${wanted.prefix ?? ""}${wanted.name}`,
    received: 0,
    expected: wanted.expected,
    cancel: abort,
  };
  downloads.set([...downloads.get(), entry]);
  try {
    await receive(wanted, signal, (received) => change(entry.id, received));
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    downloads.set(downloads.get().filter(({ id }) => id !== entry.id));
  }
}

function abortable(): { readonly signal: AbortSignal; readonly abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

const change = (id: number, received: number): void =>
  downloads.set(downloads.get().map((one) => (one.id === id ? { ...one, received } : one)));

async function receive(wanted: Wanted, signal: AbortSignal, tell: (received: number) => void): Promise<void> {
  const response = await fetch(wanted.address, { signal });
  if (!response.ok || !response.body) throw new Unreachable(`${response.status} ${response.statusText}`);
  const parts: BlobPart[] = [];
  let [received, toldAt] = [0, 0];
  const reader = response.body.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    parts.push(read.value);
    received += read.value.length;
    if (performance.now() - toldAt < tellEveryMs) continue;
    toldAt = performance.now();
    tell(received);
  }
  const name = downloadName(response.headers.get("content-disposition"), wanted.name);
  saveBlob(new Blob(parts), `${wanted.prefix ?? ""}${name}`);
}

function handToBrowser({ address }: Wanted): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = "";
  link.click();
}
