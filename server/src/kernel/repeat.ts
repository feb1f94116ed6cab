/**
 * Runs `work` again and again with `everyMs` in between, never twice at once; a failure is told and not the end. The signal
 * says that it is to stop: what takes many steps ends after the one it is at.
 */
export function repeat(
  everyMs: number,
  onError: (error: unknown) => void,
  work: (stopping: AbortSignal) => Promise<void>,
): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  let timer = setTimeout(tick, everyMs);
  const stopping = new AbortController();

  function tick(): void {
    running = work(stopping.signal)
      .catch(onError)
      .then(() => {
        if (!stopping.signal.aborted) timer = setTimeout(tick, everyMs);
      });
  }

  return {
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
