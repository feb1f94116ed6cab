/** The candidate that takes the fewest edits to come from `word`; one that has all of its parts, and more, comes before the others. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const longer = candidates.filter((candidate) => hasParts(candidate, word));
  return nearestOf(word, longer.length > 0 ? longer : candidates);
}

const partsOf = (name: string): readonly string[] => name.split(/[_-]+/);
const hasParts = (candidate: string, word: string): boolean =>
  partsOf(word).every((part) => partsOf(candidate).includes(part));

function nearestOf(word: string, candidates: readonly string[]): string | undefined {
  const distances = candidates.map((candidate) => ({ candidate, distance: editDistance(word, candidate) }));
  return distances.reduce((best, next) => (next.distance < best.distance ? next : best), {
    candidate: candidates[0],
    distance: Number.POSITIVE_INFINITY,
  }).candidate;
}

/** Levenshtein's distance, a row at a time. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
