/** Both lists in their own order, the shorter one spread over the longer one. */
export function mixedEvenly<T>(some: readonly T[], others: readonly T[]): T[] {
  const placed = [some, others].flatMap((list) =>
    list.map((item, index) => ({ item, at: (index + 0.5) / list.length })),
  );
  return placed.sort((a, b) => a.at - b.at).map(({ item }) => item);
}
