// The XML bodies of the device HTTP protocol, all of them. DHP4 is as devices in the field send it; DHP5 no public
// source shows, so those are our own: this is the one place to adjust them.
import type { CommandBody } from "../../core/commands/index.ts";
import { type AnnouncedFile, defaultTag, tagOfName } from "../../core/files/index.ts";
import { parseIsoTime } from "../../kernel/iso-time.ts";
import { type EpochMs, epochMs } from "../../kernel/time.ts";
import { xmlText } from "../../kernel/xml-text.ts";
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

/** `Key=Value` pairs, a value running to the next ` Key=` [DHP4]. */
export function keyValuePairs(text: string): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  for (const match of text.matchAll(/(?:^|\s)([A-Za-z][A-Za-z0-9_-]*)=(.*?)(?=\s+[A-Za-z][A-Za-z0-9_-]*=|\s*$)/gs)) {
    pairs.set(match[1] ?? "", match[2] ?? "");
  }
  return pairs;
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

/** RETURN_ERROR [DHP5]: `<root><error text/></root>`. */
export async function errorText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const texts = (await shortDocument(body)).flatMap(({ name, attributes, text }) =>
    name === "error" ? [attributes["text"] ?? text] : [],
  );
  return texts.join("; ");
}

/**
 * RETURN_LIST [DHP5]: `<root><file name tag size startTime endTime/>…</root>`, or a `FileList` document as we write it
 * ourselves [FILE4]. In portions, as it arrives.
 */
export async function* listedFiles(body: AsyncIterable<Uint8Array>): AsyncGenerator<readonly AnnouncedFile[]> {
  let fields: Record<string, string> = {};
  for await (const elements of xmlElements(body, { maxBytes: listBytes, maxDepth })) {
    const files: AnnouncedFile[] = [];
    for (const element of elements) {
      const { name, parent, attributes, text } = element;
      if (name === "file" && attributes["name"] !== undefined)
        files.push(fileOfAttributes(attributes["name"], element));
      else if (parent === "GeoLogFile") fields[name] = text;
      else if (name === "GeoLogFile") {
        if (fields["Name"]) files.push(fileOfFields(fields["Name"], fields));
        fields = {};
      }
    }
    if (files.length > 0) yield files;
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
  tag: tag || (tagOfName(name) ?? defaultTag),
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
