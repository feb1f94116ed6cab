import { type SaxesAttributePlain, SaxesParser, type SaxesTagPlain } from "saxes";
import { bodyTooLarge, xmlUnreadable } from "./errors.ts";

export interface XmlElement {
  readonly name: string;
  /** Of the element around it; empty for the root. */
  readonly parent: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** The text directly inside. */
  readonly text: string;
}

export interface XmlLimits {
  readonly maxBytes: number;
  readonly maxDepth: number;
}

interface Open {
  readonly tag: SaxesTagPlain;
  text: string;
}

/**
 * The elements of a document, each when it closes, in portions as the document arrives. No DTD, so no entities but the
 * five XML has; bounded in size and depth [DHP6].
 */
export async function* xmlElements(
  body: AsyncIterable<Uint8Array>,
  limits: XmlLimits,
): AsyncGenerator<readonly XmlElement[]> {
  const elements: XmlElement[] = [];
  const parser = elementParser(limits.maxDepth, (element) => elements.push(element));
  const decoder = new TextDecoder();
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > limits.maxBytes) throw bodyTooLarge(limits.maxBytes);
    parse(() => parser.write(decoder.decode(chunk, { stream: true })));
    if (elements.length > 0) yield elements.splice(0);
  }
  parse(() => parser.write(decoder.decode()).close());
  if (elements.length > 0) yield elements;
}

function elementParser(maxDepth: number, onElement: (element: XmlElement) => void): SaxesParser {
  const parser = new SaxesParser();
  const open: Open[] = [];
  const addText = (text: string) => {
    const innermost = open.at(-1);
    if (innermost) innermost.text += text;
  };
  parser.on("doctype", () => {
    throw xmlUnreadable("it has a DOCTYPE, which is not allowed");
  });
  parser.on("opentag", (tag) => {
    if (open.length >= maxDepth) throw xmlUnreadable(`it is deeper than ${maxDepth} elements`);
    open.push({ tag, text: "" });
  });
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", ({ name }) => {
    const closed = open.pop();
    const attributes = closed ? plainAttributes(closed.tag.attributes) : {};
    onElement({ name, parent: open.at(-1)?.tag.name ?? "", attributes, text: closed?.text ?? "" });
  });
  return parser;
}

const plainAttributes = (attributes: Record<string, string | SaxesAttributePlain>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name, typeof value === "string" ? value : value.value]),
  );

function parse(step: () => unknown): void {
  try {
    step();
  } catch (error) {
    throw error instanceof Error && error.name !== "AppError" ? xmlUnreadable(error.message) : error;
  }
}
