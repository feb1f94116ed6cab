/** A part of a text that stands by itself. */
export type Block =
  | { readonly kind: "heading" | "paragraph"; readonly text: string }
  | { readonly kind: "bullets" | "numbers"; readonly items: readonly string[] };

/** A part of a line. */
export type Span =
  | { readonly kind: "text" | "bold" | "italic"; readonly text: string }
  | { readonly kind: "link"; readonly text: string; readonly url: string };

/** With `s`, the rest of a line is everything: nothing in it makes them try again, one space fewer each time. */
const heading = /^#{1,6}\s+(.*)$/s;
const bullet = /^\s*[-*]\s+(.*)$/s;
const numbered = /^\s*\d{1,9}[.)]\s+(.*)$/s;

/** The small part of Markdown that a plain text needs. */
export const blocksOf = (text: string): readonly Block[] =>
  text.split(/\r?\n\s*\r?\n/).flatMap((part) => partsOf(part.split(/\r?\n/).filter((line) => line.trim() !== "")));

/** As long as lines are added to it. */
type GrowingBlock =
  | { readonly kind: "heading" | "paragraph"; readonly text: string }
  | { readonly kind: "bullets" | "numbers"; readonly items: string[] };

/** Lines of one kind that follow each other belong together. Each is put down once: a list may have thousands. */
function partsOf(lines: readonly string[]): Block[] {
  const blocks: GrowingBlock[] = [];
  for (const line of lines) {
    const last = blocks.at(-1);
    const block = blockOf(line);
    if (last && "items" in block && "items" in last && last.kind === block.kind) last.items.push(...block.items);
    else if (last?.kind === "paragraph" && block.kind === "paragraph")
      blocks[blocks.length - 1] = { kind: "paragraph", text: `${last.text} ${block.text}` };
    else blocks.push(block);
  }
  return blocks;
}

function blockOf(line: string): GrowingBlock {
  const title = heading.exec(line)?.[1];
  if (title !== undefined) return { kind: "heading", text: title };
  const item = bullet.exec(line)?.[1];
  if (item !== undefined) return { kind: "bullets", items: [item] };
  const step = numbered.exec(line)?.[1];
  return step === undefined ? { kind: "paragraph", text: line.trim() } : { kind: "numbers", items: [step] };
}

/** Bounded inside, so that no text makes it look far ahead for an end that never comes. */
const marked = /\*\*([^*\n]{1,500})\*\*|\*([^*\n]{1,500})\*|\[([^[\]\n]{1,500})\]\(([^\s()]{1,2000})\)/g;

export function spansOf(line: string): readonly Span[] {
  const spans: Span[] = [];
  let at = 0;
  for (const match of line.matchAll(marked)) {
    if (match.index > at) spans.push({ kind: "text", text: line.slice(at, match.index) });
    spans.push(spanOf(match));
    at = match.index + match[0].length;
  }
  return at < line.length ? [...spans, { kind: "text", text: line.slice(at) }] : spans;
}

function spanOf([whole, bold, italic, label, url]: RegExpExecArray): Span {
  if (bold !== undefined) return { kind: "bold", text: bold };
  if (italic !== undefined) return { kind: "italic", text: italic };
  return label !== undefined && url !== undefined && isHarmless(url)
    ? { kind: "link", text: label, url }
    : { kind: "text", text: whole };
}

/** A link leads to a page or a mail, never to a script. */
const isHarmless = (url: string): boolean => ["http:", "https:", "mailto:"].includes(URL.parse(url)?.protocol ?? "");
