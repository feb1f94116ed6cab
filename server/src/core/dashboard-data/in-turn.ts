/**
 * What several sources say, one behind the other. So many are begun at once: the first piece of the next one is read while
 * the one before is told, and no more of it than that.
 */
export async function* inTurn<Piece>(
  sources: Iterable<() => AsyncGenerator<Piece>>,
  atOnce: number,
): AsyncGenerator<Piece> {
  const begun: { readonly source: AsyncGenerator<Piece>; readonly first: Promise<IteratorResult<Piece>> }[] = [];
  const waiting = sources[Symbol.iterator]();
  const begin = () => {
    const source = waiting.next().value?.();
    if (!source) return;
    const first = source.next();
    first.catch(() => undefined); // told when it is its turn; nobody may ever come for it
    begun.push({ source, first });
  };
  try {
    for (let at = 0; at < atOnce; at++) begin();
    for (let next = begun[0]; next; next = begun[0]) {
      for (let step = await next.first; !step.done; step = await next.source.next()) yield step.value;
      begun.shift();
      begin();
    }
  } finally {
    for (const { source } of begun) source.return(undefined).catch(() => undefined);
  }
}
