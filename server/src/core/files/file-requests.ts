import type { CommandId, DeviceId } from "../../kernel/ids.ts";
import type { EpochMs } from "../../kernel/time.ts";
import type { Command, CommandStatus, Commands } from "../commands/index.ts";
import type { EventBus } from "../events/index.ts";
import { type DeviceFile, type FileKey, keyTextOf } from "./device-file.ts";
import { filesNotAnnounced, listRangeInvalid } from "./errors.ts";
import { checkedTag } from "./file-name.ts";
import type { FileStore } from "./file-store.ts";
import type { FileOwner, Files } from "./files.ts";

const openStatuses: readonly CommandStatus[] = ["QUEUED", "SENT"];
const endedWithoutFile: readonly string[] = ["CANCELLED", "EXPIRED", "FAILED"];

/** What users ask devices for: lists of files, and files [CMD1, CMD2]. */
export class FileRequests {
  readonly #files: Files;
  readonly #store: FileStore;
  readonly #commands: Commands;
  #settling: Promise<void> = Promise.resolve();

  constructor(files: Files, store: FileStore, commands: Commands, events: EventBus, onError: (error: unknown) => void) {
    this.#files = files;
    this.#store = store;
    this.#commands = commands;
    events.subscribe("command-changed", ({ deviceId, commandId, status }) => {
      if (!endedWithoutFile.includes(status)) return;
      this.#inTurn(() => this.#commandEnded(deviceId, commandId)).catch(onError);
    });
  }

  requestList(
    device: FileOwner,
    range: { readonly startTime: EpochMs; readonly endTime: EpochMs },
    tag: string,
    createdBy: string,
  ): Promise<Command> {
    if (range.endTime < range.startTime) throw listRangeInvalid();
    const body = { type: "LIST_FILES", ...range, tag: checkedTag(tag) } as const;
    return this.#commands.queue(device, body, { createdBy });
  }

  /** One command per file; a name the device never announced refuses all of them [FILE2]. */
  async requestFiles(
    device: FileOwner,
    names: readonly string[],
    tag: string | undefined,
    createdBy: string,
  ): Promise<readonly Command[]> {
    const files = await this.#known(device.id, [...new Set(names)], tag);
    const commands: Command[] = [];
    try {
      for (const { name, tag: itsTag } of files) {
        commands.push(await this.#commands.queue(device, { type: "REQUEST_FILE", name, tag: itsTag }, { createdBy }));
      }
    } finally {
      const queued = files.slice(0, commands.length); // there may have been no room for all
      await this.#inTurn(() => this.#requested(device.id, queued));
    }
    return commands;
  }

  /** Queuing many takes a while: the device may have been there, and the first of them may be over already. */
  async #requested(device: DeviceId, files: readonly DeviceFile[]): Promise<void> {
    await this.#files.apply(device, files, "requested");
    await this.#endForgotten(device, files);
  }

  /** Resolves when everything that ended until now has changed its file. */
  settled(): Promise<void> {
    return this.#settling;
  }

  /** Files that wait for a request that is over: a node may have been killed between the two. */
  async reconcile(): Promise<number> {
    let ended = 0;
    for await (const files of this.#store.requested()) {
      for (const [device, waiting] of Map.groupBy(files, ({ deviceId }) => deviceId)) {
        ended += await this.#inTurn(() => this.#endForgotten(device, waiting));
      }
    }
    return ended;
  }

  /** One after the other: what is decided by looking at the commands is written before somebody else looks. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#settling.then(work);
    this.#settling = turn.then(
      () => undefined,
      () => undefined,
    );
    return turn;
  }

  async #commandEnded(device: DeviceId, id: CommandId): Promise<void> {
    const { body } = await this.#commands.require(device, id);
    if (body.type === "REQUEST_FILE") await this.#endForgotten(device, [{ tag: body.tag, name: body.name }]);
  }

  /** Nobody asks the device for these any more, unless somebody did once more. Returns how many are over. */
  async #endForgotten(device: DeviceId, files: readonly FileKey[]): Promise<number> {
    const open = await this.#openRequests(device);
    const forgotten = files.filter((file) => !open.has(keyTextOf(file)));
    if (forgotten.length > 0) await this.#files.apply(device, forgotten, "request-ended");
    return forgotten.length;
  }

  async #openRequests(deviceId: DeviceId): Promise<ReadonlySet<string>> {
    const open = new Set<string>();
    for (const status of openStatuses) {
      for await (const commands of this.#commands.stream({ deviceId, status, type: "REQUEST_FILE" })) {
        for (const { body } of commands) if (body.type === "REQUEST_FILE") open.add(keyTextOf(body));
      }
    }
    return open;
  }

  /** Of several with one name: the newest received, else the one known last [FILE1]. */
  async #known(device: DeviceId, names: readonly string[], tag: string | undefined): Promise<readonly DeviceFile[]> {
    const known = new Map<string, DeviceFile>();
    for (const file of await this.#store.named(device, names)) {
      if (tag !== undefined && file.tag !== tag) continue;
      const other = known.get(file.name);
      if (!other || newness(file) > newness(other)) known.set(file.name, file);
    }
    const unknown = names.filter((name) => !known.has(name));
    if (unknown.length > 0) throw filesNotAnnounced(unknown);
    return names.flatMap((name) => known.get(name) ?? []);
  }
}

/** Received files come before those only known. */
const newness = ({ content, createdTime }: DeviceFile): number =>
  content === null ? createdTime - Number.MAX_SAFE_INTEGER : content.receivedTime;
