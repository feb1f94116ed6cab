import { Fragment, type ReactNode } from "react";
import { type Block, blocksOf, type Span, spansOf } from "./plain-text-blocks.ts";

/** A text by somebody else, with headings, lists, bold words and links; whatever looks like HTML is text. */
export function PlainText({ text }: { readonly text: string }) {
  return (
    <div className="plain-text">
      {blocksOf(text).map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text is drawn once, in its order
        <BlockView key={index} block={block} />
      ))}
    </div>
  );
}

function BlockView({ block }: { readonly block: Block }) {
  if (!("items" in block)) return block.kind === "heading" ? <h3>{drawn(block.text)}</h3> : <p>{drawn(block.text)}</p>;
  const items = block.items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text is drawn once, in its order
    <li key={index}>{drawn(item)}</li>
  ));
  return block.kind === "numbers" ? <ol>{items}</ol> : <ul>{items}</ul>;
}

const drawn = (text: string): ReactNode =>
  spansOf(text).map((span, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text is drawn once, in its order
    <Fragment key={index}>{spanView(span)}</Fragment>
  ));

function spanView(span: Span): ReactNode {
  if (span.kind === "bold") return <strong>{span.text}</strong>;
  if (span.kind === "italic") return <em>{span.text}</em>;
  if (span.kind !== "link") return span.text;
  return (
    <a href={span.url} target="_blank" rel="noopener noreferrer">
      {span.text}
    </a>
  );
}
