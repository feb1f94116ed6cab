// A strict reader for the small XML of metablocks: elements and attributes, the five predefined entities and
// numeric references. No DTD, no other entities: nothing can be expanded or fetched.

import { EntryCount } from "./entry-count.ts";

/** An element without its text: metablocks keep everything in attributes. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
}

export class XmlError extends Error {
  override readonly name = "XmlError";
  /** Character offset in the text. */
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

const maxDepth = 32;
const namePattern = /[A-Za-z_:\u0080-\uffff][-\w.:\u0080-\uffff]*/y;
const spaces = new Set([" ", "\t", "\r", "\n"].map((space) => space.charCodeAt(0)));
const predefined: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);

/**
 * The root element of a document. Throws XmlError where the text is not well-formed, TooManyEntriesError where it has
 * more than `maxEntries` elements and attributes.
 */
export function parseXml(text: string, maxEntries: number): XmlElement {
  return new XmlReader(text, maxEntries).document();
}

const noAttributes: ReadonlyMap<string, string> = new Map();
const noChildren: readonly XmlElement[] = [];

/** Most elements have no attributes or no children: neither list is there before it is needed. */
class OpenElement implements XmlElement {
  readonly name: string;
  #attributes: Map<string, string> | undefined;
  #children: XmlElement[] | undefined;

  constructor(name: string) {
    this.name = name;
  }

  get attributes(): ReadonlyMap<string, string> {
    return this.#attributes ?? noAttributes;
  }

  get children(): readonly XmlElement[] {
    return this.#children ?? noChildren;
  }

  setAttribute(name: string, value: string): void {
    this.#attributes ??= new Map();
    this.#attributes.set(name, value);
  }

  append(child: XmlElement): void {
    this.#children ??= [];
    this.#children.push(child);
  }
}

class XmlReader {
  readonly #text: string;
  readonly #entries: EntryCount;
  #at = 0;

  constructor(text: string, maxEntries: number) {
    this.#text = text;
    this.#entries = new EntryCount(maxEntries);
  }

  document(): XmlElement {
    this.#skipMisc();
    const root = this.#element();
    this.#skipMisc();
    if (this.#at < this.#text.length) this.#fail("text behind the root element");
    return root;
  }

  /** One element with everything inside it; a stack instead of recursion keeps the depth bounded. */
  #element(): XmlElement {
    const open: OpenElement[] = [];
    for (;;) {
      const { element, closed } = this.#startTag();
      open.at(-1)?.append(element);
      if (!closed) open.push(element);
      if (open.length > maxDepth) this.#fail(`more than ${maxDepth} nested elements`);
      let last: XmlElement = element;
      while (this.#skipContentToEndTag(open)) last = this.#endTag(open);
      if (open.length === 0) return last;
    }
  }

  #startTag(): { readonly element: OpenElement; readonly closed: boolean } {
    this.#expect("<");
    this.#entries.add();
    const element = new OpenElement(this.#name());
    for (;;) {
      const gap = this.#spaces();
      if (this.#accept("/>")) return { element, closed: true };
      if (this.#accept(">")) return { element, closed: false };
      if (gap === 0) this.#fail("no space in front of an attribute");
      this.#attribute(element);
    }
  }

  #attribute(element: OpenElement): void {
    this.#entries.add();
    const name = this.#name();
    if (element.attributes.has(name)) this.#fail(`attribute '${name}' twice`);
    this.#spaces();
    this.#expect("=");
    this.#spaces();
    const quote = this.#text[this.#at];
    if (quote !== '"' && quote !== "'") this.#fail(`attribute '${name}' without quotes`);
    const end = this.#text.indexOf(quote, this.#at + 1);
    if (end < 0) this.#fail(`attribute '${name}' without end`);
    const raw = this.#text.slice(this.#at + 1, end);
    if (raw.includes("<")) this.#fail(`'<' in attribute '${name}'`);
    element.setAttribute(name, this.#unescape(raw));
    this.#at = end + 1;
  }

  #unescape(raw: string): string {
    if (!raw.includes("&")) return raw;
    return raw.replace(/&([^;&]*)(;?)/g, (_, name: string, end: string) => {
      const value = end === ";" ? (predefined.get(name) ?? numericReference(name)) : undefined;
      return value ?? this.#fail(`unknown reference '&${name.slice(0, 20)}${end}'`);
    });
  }

  /** Moves over text, comments and the like; true when an end tag of an open element comes next. */
  #skipContentToEndTag(open: readonly OpenElement[]): boolean {
    if (open.length === 0) return false;
    for (;;) {
      const next = this.#text.indexOf("<", this.#at);
      if (next < 0) this.#fail(`element '${open.at(-1)?.name}' without end`);
      this.#at = next;
      if (this.#text.startsWith("</", next)) return true;
      if (!this.#skipped("<!--", "-->") && !this.#skipped("<![CDATA[", "]]>") && !this.#skipped("<?", "?>"))
        return false;
    }
  }

  #endTag(open: OpenElement[]): XmlElement {
    this.#expect("</");
    const name = this.#name();
    const element = open.pop();
    if (element?.name !== name) this.#fail(`'</${name}>' closes '${element?.name}'`);
    this.#spaces();
    this.#expect(">");
    return element;
  }

  /** Prolog, comments and spaces in front of and behind the root element. */
  #skipMisc(): void {
    do this.#spaces();
    while (this.#skipped("<?", "?>") || this.#skipped("<!--", "-->"));
    if (this.#text.startsWith("<!", this.#at)) this.#fail("document type declarations are not accepted");
  }

  #skipped(start: string, end: string): boolean {
    if (!this.#text.startsWith(start, this.#at)) return false;
    const found = this.#text.indexOf(end, this.#at + start.length);
    if (found < 0) this.#fail(`'${start}' without '${end}'`);
    this.#at = found + end.length;
    return true;
  }

  #name(): string {
    namePattern.lastIndex = this.#at;
    const found = namePattern.exec(this.#text)?.[0] ?? this.#fail("a name was expected");
    this.#at += found.length;
    return found;
  }

  #spaces(): number {
    const from = this.#at;
    while (spaces.has(this.#text.charCodeAt(this.#at))) this.#at++;
    return this.#at - from;
  }

  #accept(token: string): boolean {
    const found = this.#text.startsWith(token, this.#at);
    if (found) this.#at += token.length;
    return found;
  }

  #expect(token: string): void {
    if (!this.#accept(token)) this.#fail(`'${token}' was expected`);
  }

  #fail(message: string): never {
    throw new XmlError(message, this.#at);
  }
}

function numericReference(name: string): string | undefined {
  const digits = /^#(?:x([0-9a-fA-F]{1,6})|([0-9]{1,7}))$/.exec(name);
  if (!digits) return undefined;
  const code = digits[1] === undefined ? Number(digits[2]) : Number.parseInt(digits[1], 16);
  const isScalar = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isScalar ? String.fromCodePoint(code) : undefined;
}
