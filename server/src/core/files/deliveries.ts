import { randomUUID } from "node:crypto";
import type { DeviceId } from "../../kernel/ids.ts";
import type { Command, Commands } from "../commands/index.ts";
import type { BlobLease } from "./blob-store.ts";
import type { AnnouncedFile, DeviceFile, FileKey } from "./device-file.ts";
import { checkedName, checkedTag, defaultTag } from "./file-name.ts";
import type { FileStore } from "./file-store.ts";
import type { FileOwner, Files } from "./files.ts";

/** A list that came twice says nothing new about what is gone. */
const overAlready: readonly string[] = ["DONE", "CANCELLED"];

/** What devices bring: lists and files, each with the command it answers, if we know one [FILE2, DHP3]. */
export class Deliveries {
  readonly #files: Files;
  readonly #store: FileStore;
  readonly #commands: Commands;

  constructor(files: Files, store: FileStore, commands: Commands) {
    this.#files = files;
    this.#store = store;
    this.#commands = commands;
  }

  /** The files are announced as the list is read; what it should have named is known at its end only. */
  async list(
    device: DeviceId,
    messageId: number | undefined,
    portions: AsyncIterable<readonly AnnouncedFile[]>,
  ): Promise<{ readonly count: number; readonly missing: number }> {
    const command = await this.#asked(device, messageId, "LIST_FILES");
    const listing = randomUUID();
    let count = 0;
    for await (const files of portions) {
      await this.#files.announce(device, files, listing);
      count += files.length;
    }
    const missing = command ? await this.#applyCoverage(device, command, listing) : 0;
    await this.#answer(device, messageId, `${count} files, ${missing} no longer there`);
    return { count, missing };
  }

  /** The bytes are kept already; here they become a file, and then the request is over. */
  async file(
    device: FileOwner,
    messageId: number | undefined,
    baseName: string,
    tag: string | undefined,
    blob: BlobLease,
  ): Promise<DeviceFile> {
    const command = await this.#asked(device.id, messageId, "REQUEST_FILE");
    const key = command ? askedFor(command) : await this.#keyOf(device.id, baseName, tag);
    const file = await this.#files.keep(device, key, blob, "delivered");
    if (command) await this.#answer(device.id, messageId, `${blob.size} bytes, SHA-256 ${blob.sha256}`);
    return file;
  }

  /** An answer that needs no more than to be kept; false when the device was asked nothing of that number. */
  async answer(device: DeviceId, messageId: number, succeeded: boolean, text: string): Promise<boolean> {
    return (await this.#commands.answer(device, messageId, { succeeded, text })) !== undefined;
  }

  async #applyCoverage(deviceId: DeviceId, { body, status }: Command, listing: string): Promise<number> {
    if (body.type !== "LIST_FILES" || overAlready.includes(status)) return 0;
    const { tag, startTime, endTime } = body;
    return this.#store.applyCoverage({ deviceId, tag, startTime, endTime, listing });
  }

  async #answer(device: DeviceId, messageId: number | undefined, text: string): Promise<void> {
    if (messageId !== undefined) await this.#commands.answer(device, messageId, { succeeded: true, text });
  }

  async #asked(
    device: DeviceId,
    messageId: number | undefined,
    type: "LIST_FILES" | "REQUEST_FILE",
  ): Promise<Command | undefined> {
    if (messageId === undefined) return undefined;
    const command = await this.#commands.findByMessageId(device, messageId);
    return command?.body.type === type ? command : undefined;
  }

  /** The one file that is awaited under this base name, else a new one [DHP3]. */
  async #keyOf(device: DeviceId, baseName: string, tag: string | undefined): Promise<FileKey> {
    const name = checkedName(baseName);
    const awaited = await this.#store.awaitedWithBaseName(device, name);
    const candidates = tag === undefined ? awaited : awaited.filter((file) => file.tag === tag);
    const [only] = candidates;
    return only && candidates.length === 1 ? only : { name, tag: checkedTag(tag ?? defaultTag) };
  }
}

function askedFor({ body }: Command): FileKey {
  if (body.type !== "REQUEST_FILE") throw new Error("only a request names a file");
  return { name: body.name, tag: body.tag };
}
