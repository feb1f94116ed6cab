/** Asks once for all who ask within a time. What failed is asked again. */
export function sharedAnswer<T>(
  forMs: number,
  ask: () => Promise<T>,
  now: () => number = () => performance.now(),
): () => Promise<T> {
  let asked: { readonly answer: Promise<T>; readonly at: number } | undefined;
  return () => {
    if (asked && now() - asked.at < forMs) return asked.answer;
    const answer = ask();
    asked = { answer, at: now() };
    answer.catch(() => {
      if (asked?.answer === answer) asked = undefined;
    });
    return answer;
  };
}
