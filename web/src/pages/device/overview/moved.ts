/** The same list with one of it a place further up or down; at the ends nothing moves. */
export function moved<T>(list: readonly T[], at: number, by: 1 | -1): readonly T[] {
  const [one, other] = [list[at], list[at + by]];
  if (one === undefined || other === undefined) return list;
  return list.map((item, index) => (index === at ? other : index === at + by ? one : item));
}
