import { randomUUID } from "node:crypto";
import type { DeviceId } from "../../kernel/ids.ts";
import type { Command, Commands } from "../commands/index.ts";
import type { EventBus } from "../events/index.ts";
import type { AnnouncedFile, DeviceFile, FileKey } from "./device-file.ts";
import { baseNameOf } from "./file-name.ts";
import type { FileStore } from "./file-store.ts";
import type { FileOwner, Files, ReceivedBytes } from "./files.ts";
import { UnkeepableNames } from "./unkeepable-names.ts";

/** A list that came twice says nothing new about what is gone. */
const overAlready: readonly string[] = ["DONE", "CANCELLED"];

/** What came of a list; `problem` says what in it could not be kept. */
interface ReceivedList {
  readonly count: number;
  readonly missing: number;
  readonly problem: string | undefined;
}

/** What devices bring: lists and files, each with the command it answers, if we know one [FILE2, DHP3]. */
export class Deliveries {
  readonly #files: Files;
  readonly #store: FileStore;
  readonly #commands: Commands;
  readonly #events: EventBus;

  constructor(files: Files, store: FileStore, commands: Commands, events: EventBus) {
    this.#files = files;
    this.#store = store;
    this.#commands = commands;
    this.#events = events;
  }

  /**
   * The files are announced as the list is read; what it should have named is known at its end only. Names that cannot be
   * kept are left out; a list of nothing else takes nothing away [DHP5].
   */
  async list(
    device: DeviceId,
    messageId: number | undefined,
    portions: AsyncIterable<readonly AnnouncedFile[]>,
  ): Promise<ReceivedList> {
    const command = await this.#asked(device, messageId, "LIST_FILES");
    const [listing, unkeepable] = [randomUUID(), new UnkeepableNames()];
    let count = 0;
    for await (const portion of portions) {
      const files = unkeepable.without(portion);
      await this.#files.announce(device, files, listing);
      count += files.length;
    }
    const problem = unkeepable.words;
    const isOfUse = count > 0 || problem === undefined;
    const missing = command && isOfUse ? await this.#applyCoverage(device, command, listing) : 0;
    const text = [`${count} files`, `${missing} no longer there`, ...(problem === undefined ? [] : [problem])].join(
      ", ",
    );
    if (command) await this.#answered(command, isOfUse, text);
    return { count, missing, problem };
  }

  /**
   * The bytes are kept already; here they become a file, and then the request is over. Without a message id, or with one
   * under which no file was asked for, it is found out which file they are [DHP3].
   */
  async file(
    device: FileOwner,
    messageId: number | undefined,
    baseName: string,
    tag: string | undefined,
    blob: ReceivedBytes,
  ): Promise<DeviceFile> {
    const command = await this.#asked(device.id, messageId, "REQUEST_FILE");
    const asked = command && askedFor(command);
    const file =
      asked && !(await this.#isNewlyNamed(device.id, asked))
        ? await this.#files.keep(device, asked, blob, "delivered")
        : await this.#files.keepArrival(device, { ...(asked ?? { name: baseName, tag }), sha256: blob.sha256 }, blob);
    if (command) await this.#answered(command, true, `${blob.size} bytes, SHA-256 ${blob.sha256}`);
    return file;
  }

  /** The list that came cannot be read; false when none was asked for under that number. */
  async listFailed(device: DeviceId, messageId: number, text: string): Promise<boolean> {
    return (await this.#commands.answer(device, messageId, { succeeded: false, text }, ["LIST_FILES"])) !== undefined;
  }

  async #applyCoverage(deviceId: DeviceId, { body, status }: Command, listing: string): Promise<number> {
    if (body.type !== "LIST_FILES" || overAlready.includes(status)) return 0;
    const { tag, startTime, endTime } = body;
    const count = await this.#store.applyCoverage({ deviceId, tag, startTime, endTime, listing });
    if (count > 0) this.#events.publish("files-missing", { deviceId, count });
    return count;
  }

  async #answered({ deviceId, messageId, body }: Command, succeeded: boolean, text: string): Promise<void> {
    await this.#commands.answer(deviceId, messageId, { succeeded, text }, [body.type]);
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

  /** An announcement gave the file another name after it was asked for. */
  async #isNewlyNamed(device: DeviceId, asked: FileKey): Promise<boolean> {
    return baseNameOf(asked.name) === asked.name && (await this.#store.find(device, asked)) === undefined;
  }
}

function askedFor({ body }: Command): FileKey {
  if (body.type !== "REQUEST_FILE") throw new Error("only a request names a file");
  return { name: body.name, tag: body.tag };
}
