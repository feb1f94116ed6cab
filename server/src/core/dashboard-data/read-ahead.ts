/** Does some of the work before it is asked for, so many pieces at once; results come in order. */
export async function* readAhead<Item, Result>(
  items: Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const underWay: Promise<Result>[] = [];
  const source = items[Symbol.iterator]();
  const begin = () => {
    const { done, value } = source.next();
    if (done) return;
    const result = work(value);
    result.catch(() => undefined); // told when it is its turn; nobody may ever come for it
    underWay.push(result);
  };
  for (let at = 0; at < atOnce; at++) begin();
  for (let next = underWay.shift(); next; next = underWay.shift()) {
    const result = await next;
    begin();
    yield result;
  }
}
