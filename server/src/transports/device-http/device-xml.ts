// The XML bodies of the device HTTP protocol, all of them. DHP4 is as devices in the field send it; DHP5 no public
// source shows, so those are our own: this is the one place to adjust them.
import type { CommandBody } from "../../core/commands/index.ts";
import { type AnnouncedFile, defaultTag, keepableTag, tagOfName } from "../../core/files/index.ts";
import { parseIsoTime } from "../../kernel/iso-time.ts";
import { type EpochMs, epochMs } from "../../kernel/time.ts";
import { xmlText } from "../../kernel/xml-text.ts";
import { listNotUnderstood } from "./errors.ts";
import { type XmlElement, xmlElements } from "./xml-elements.ts";

const maxDepth = 16;
/** PING, ATTN and errors are a few lines. */
const shortBodyBytes = 256 * 1024;
/** Some 300,000 files. */
const listBytes = 64 * 1024 * 1024;
const msPerSecond = 1_000;

const iso = (time: EpochMs): string => new Date(time).toISOString();

/** request-list [DHP5]: `<root><list startTime endTime tag/></root>`. */
export const listTaskXml = ({ startTime, endTime, tag }: Extract<CommandBody, { type: "LIST_FILES" }>): string =>
  `<root><list startTime="${iso(startTime)}" endTime="${iso(endTime)}" tag="${xmlText(tag)}"/></root>`;

/** request-file [DHP5]: `<root><file name tag/></root>`. */
export const fileTaskXml = ({ name, tag }: Extract<CommandBody, { type: "REQUEST_FILE" }>): string =>
  `<root><file name="${xmlText(name)}" tag="${xmlText(tag)}"/></root>`;

/** ATTN [DHP4]: the files that `attention` elements announce in their text: `File=/a/b c.osfz Tag=preview`. */
export async function announcedFiles(body: AsyncIterable<Uint8Array>): Promise<readonly AnnouncedFile[]> {
  const elements = await shortDocument(body);
  return elements.flatMap(({ name, attributes }) => {
    if (name !== "attention") return [];
    const pairs = keyValuePairs(attributes["text"] ?? "");
    const file = pairs.get("File");
    return file === undefined ? [] : [announced(file, pairs.get("Tag"), {})];
  });
}

/** `Key=Value` pairs, a value running to the next ` Key=` [DHP4]. Only keys are looked for: blanks cost one step each. */
export function keyValuePairs(text: string): ReadonlyMap<string, string> {
  const keys = [...text.matchAll(/(?<=^|\s)([A-Za-z][A-Za-z0-9_-]*)=/g)];
  return new Map(
    keys.map(({ 0: { length }, 1: key = "", index }, position) => [
      key,
      text.slice(index + length, keys[position + 1]?.index).trimEnd(),
    ]),
  );
}

/** PING [DHP4]: every attribute of every element; one that two elements have is told apart by the element's name. */
export async function pingAttributes(body: AsyncIterable<Uint8Array>): Promise<ReadonlyMap<string, string>> {
  const values = new Map<string, string>();
  for (const element of await shortDocument(body)) {
    for (const [name, value] of Object.entries(element.attributes)) {
      values.set(values.has(name) ? `${element.name}.${name}` : name, value);
    }
  }
  return values;
}

/** RETURN_ERROR [DHP5]: `<root><error text/></root>`; any other text is kept as it is. */
export async function errorText(body: string): Promise<string> {
  try {
    const texts = (await shortDocument(chunksOf(body))).flatMap(({ name, attributes, text }) =>
      name === "error" ? [attributes["text"] ?? text] : [],
    );
    return texts.join("; ").trim() || body.trim();
  } catch {
    return body.trim();
  }
}

async function* chunksOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/**
 * RETURN_LIST [DHP5]: `<root><file name tag size startTime endTime/>…</root>`, or a `FileList` document as we write it
 * ourselves [FILE4]. In portions, as it arrives. Fails at its end when it had elements and none of them is a file we
 * can read: such a list must not take away what it may have named.
 */
export async function* listedFiles(body: AsyncIterable<Uint8Array>): AsyncGenerator<readonly AnnouncedFile[]> {
  const reader = new ListReader();
  for await (const elements of xmlElements(body, { maxBytes: listBytes, maxDepth })) {
    const files = elements.flatMap((element) => reader.read(element) ?? []);
    if (files.length > 0) yield files;
  }
  if (!reader.understood) throw listNotUnderstood(reader.names);
}

/** Names of elements that are told of a list nobody understood. */
const namesTold = 10;
/** What an empty list consists of. */
const emptyLists: readonly string[] = ["root", "FileList"];

class ListReader {
  readonly #names = new Set<string>();
  #elements = 0;
  #hasFiles = false;
  #hasText = false;
  #fields: Record<string, string> = {};

  /** A file or an empty list was found. */
  get understood(): boolean {
    const [only] = this.#names;
    if (this.#hasFiles) return true;
    return this.#elements === 1 && !this.#hasText && only !== undefined && emptyLists.includes(only);
  }

  get names(): readonly string[] {
    return [...this.#names];
  }

  /** The file, when the element completes one. */
  read(element: XmlElement): AnnouncedFile | undefined {
    const { name, parent, attributes, text } = element;
    this.#elements++;
    if (text.trim() !== "") this.#hasText = true; // names of files, or why there are none: no empty list
    if (this.#names.size < namesTold) this.#names.add(name);
    if (parent === "GeoLogFile") this.#fields[name] = text;
    const file =
      name === "GeoLogFile"
        ? this.#fileOfFields()
        : name === "file" && attributes["name"]
          ? fileOfAttributes(attributes["name"], element)
          : undefined;
    if (file) this.#hasFiles = true;
    return file;
  }

  #fileOfFields(): AnnouncedFile | undefined {
    const fields = this.#fields;
    this.#fields = {};
    return fields["Name"] ? fileOfFields(fields["Name"], fields) : undefined;
  }
}

const fileOfAttributes = (name: string, { attributes }: XmlElement): AnnouncedFile =>
  announced(name, attributes["tag"], {
    size: sizeOf(attributes["size"]),
    startTime: parseIsoTime(attributes["startTime"] ?? ""),
    endTime: parseIsoTime(attributes["endTime"] ?? ""),
  });

/** Here times are Unix seconds [FILE4]. */
const fileOfFields = (name: string, fields: Readonly<Record<string, string>>): AnnouncedFile =>
  announced(name, fields["Tag"], {
    size: sizeOf(fields["Size"]),
    startTime: secondsOf(fields["StartTime"]),
    endTime: secondsOf(fields["EndTime"]),
  });

interface Facts {
  readonly size?: number | undefined;
  readonly startTime?: EpochMs | undefined;
  readonly endTime?: EpochMs | undefined;
}

const announced = (name: string, tag: string | undefined, { size, startTime, endTime }: Facts): AnnouncedFile => ({
  name,
  tag: keepableTag(tag || (tagOfName(name) ?? undefined)) ?? defaultTag,
  size: size ?? null,
  startTime: startTime ?? null,
  endTime: endTime ?? null,
});

const sizeOf = (text: string | undefined): number | undefined =>
  /^\d{1,15}$/.test(text ?? "") ? Number(text) : undefined;

const secondsOf = (text: string | undefined): EpochMs | undefined =>
  /^\d{1,12}$/.test(text ?? "") ? epochMs(Number(text) * msPerSecond) : undefined;

const shortDocument = async (body: AsyncIterable<Uint8Array>): Promise<readonly XmlElement[]> =>
  (await Array.fromAsync(xmlElements(body, { maxBytes: shortBodyBytes, maxDepth }))).flat();
