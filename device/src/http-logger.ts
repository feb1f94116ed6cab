import type { Fetch } from "./bad-network.ts";
import { contact, type Task } from "./http-contact.ts";

/** A file in the logger's own storage. */
export interface StoredFile {
  readonly name: string;
  readonly tag: string;
  readonly startTime: Date;
  readonly endTime: Date;
  readonly content: Uint8Array<ArrayBuffer>;
}

export interface LoggerOptions {
  /** Address of the platform, with the prefix the logger was set up with. */
  readonly base: string;
  readonly token: string;
  /** What a PING tells about the device. */
  readonly info?: Readonly<Record<string, string>>;
  /** Files kept; the oldest go first. */
  readonly storage?: number;
  /** Answers to SCPI commands and scripts. */
  readonly answer?: (task: Task) => string;
  /** The network; `badNetwork` gives one as in the field. */
  readonly send?: Fetch;
}

const defaultStorage = 200;
const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => escapes[character] ?? character);
const unescaped = (text: string): string =>
  Object.entries(escapes).reduceRight((plain, [character, written]) => plain.replaceAll(written, character), text);
const attributeOf = (xml: string, name: string): string =>
  unescaped(new RegExp(`\\s${name}="([^"]*)"`).exec(xml)?.[1] ?? "");

/** A logger that speaks the device HTTP protocol: pings, announces files, and does what it is asked to. */
export class HttpLogger {
  readonly #options: LoggerOptions;
  readonly #files = new Map<string, StoredFile>();

  constructor(options: LoggerOptions) {
    this.#options = options;
  }

  get files(): readonly StoredFile[] {
    return [...this.#files.values()];
  }

  /** Says that the logger is alive, and does whatever waits. */
  async ping(): Promise<void> {
    const { info } = this.#options;
    const attributes = Object.entries(info ?? {}).map(([name, value]) => `${name}="${escaped(value)}"`);
    const data = info && `<root><device ${attributes.join(" ")}/></root>`;
    await this.#workOff(await this.#contact("PING", data === undefined ? {} : { data }));
  }

  /** Keeps a file and announces it. */
  async store(file: StoredFile): Promise<void> {
    this.#files.set(file.name, file);
    const [oldest] = this.#files.keys();
    if (oldest !== undefined && this.#files.size > (this.#options.storage ?? defaultStorage))
      this.#files.delete(oldest);
    const data = `<root><attention text="File=${escaped(file.name)} Tag=${escaped(file.tag)}"/></root>`;
    await this.#workOff(await this.#contact("ATTN", { data }));
  }

  /** Sends a file without being asked. */
  async upload({ name, tag, content }: StoredFile): Promise<void> {
    await this.#workOff(await this.#contact("UPLOAD", { data: content, fileName: baseNameOf(name), tag }));
  }

  /** A task may come with any answer, so this goes on until none does. */
  async #workOff(first: Task | undefined): Promise<void> {
    for (let task = first; task; ) task = await this.#do(task);
  }

  #do(task: Task): Promise<Task | undefined> {
    const { messageId } = task;
    switch (task.contentType) {
      case "application/om-request-list":
        return this.#contact("RETURN_LIST", { messageId, data: this.#listFor(task.body) });
      case "application/om-request-file":
        return this.#returnFile(task);
      case "application/om-bash":
        return this.#contact("RETURN_BASH", { messageId, data: this.#options.answer?.(task) ?? "" });
      case "application/om-scpi-dev":
      case "application/om-scpi-app":
        return this.#contact("RETURN_SCPI", { messageId, data: this.#options.answer?.(task) ?? "" });
      default:
        return this.#refuse(messageId, `cannot do ${task.contentType}`);
    }
  }

  #listFor(xml: string): string {
    const [from, to] = [new Date(attributeOf(xml, "startTime")), new Date(attributeOf(xml, "endTime"))];
    const wanted = this.files.filter(
      ({ tag, startTime }) => tag === attributeOf(xml, "tag") && startTime >= from && startTime < to,
    );
    return `<root>${wanted.map(listEntry).join("")}</root>`;
  }

  #returnFile({ body, messageId }: Task): Promise<Task | undefined> {
    const file = this.#files.get(attributeOf(body, "name"));
    if (!file) return this.#refuse(messageId, `no file ${attributeOf(body, "name")}`);
    const fileName = baseNameOf(file.name);
    return this.#contact("RETURN_FILE", { messageId, tag: file.tag, data: file.content, fileName });
  }

  #refuse(messageId: number, reason: string): Promise<Task | undefined> {
    return this.#contact("RETURN_ERROR", { messageId, data: `<root><error text="${escaped(reason)}"/></root>` });
  }

  #contact(f: string, fields: Omit<Parameters<typeof contact>[0], "base" | "token" | "f">): Promise<Task | undefined> {
    const { base, token, send } = this.#options;
    return contact({ base, token, f, ...(send && { send }), ...fields });
  }
}

const baseNameOf = (name: string): string => name.slice(name.lastIndexOf("/") + 1);

const listEntry = ({ name, tag, startTime, endTime, content }: StoredFile): string =>
  `<file name="${escaped(name)}" tag="${escaped(tag)}" size="${content.length}" ` +
  `startTime="${startTime.toISOString()}" endTime="${endTime.toISOString()}"/>`;
