/** A description with names between backticks, as OpenAPI has them, drawn as names. */
export const CodeWords = ({ text }: { readonly text: string }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: a text is drawn once, in its order
  text.split("`").map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part));
