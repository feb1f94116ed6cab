/** The pages of a list that a window of rows touches, with one page more in the direction of reading. */
export function visiblePages(first: number, last: number, pageSize: number, total: number): number[] {
  if (total === 0) return [0];
  const lastPage = Math.max(0, Math.ceil(total / pageSize) - 1);
  const from = Math.min(lastPage, Math.max(0, Math.floor(first / pageSize)));
  const to = Math.min(lastPage, Math.floor((last + pageSize / 4) / pageSize));
  return Array.from({ length: Math.max(1, to - from + 1) }, (_, index) => from + index);
}
