/** Runs `work` again and again with `everyMs` in between, never twice at once; a failure is told and not the end. */
export function repeat(
  everyMs: number,
  onError: (error: unknown) => void,
  work: () => Promise<void>,
): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  let timer = setTimeout(tick, everyMs);
  let stopped = false;

  function tick(): void {
    running = work()
      .catch(onError)
      .then(() => {
        if (!stopped) timer = setTimeout(tick, everyMs);
      });
  }

  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
