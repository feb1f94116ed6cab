export interface Unhurried {
  ask(name: string): void;
  stop(): void;
}

/** Does what is asked for at once, then at most every `everyMs` per name; what is asked meanwhile is done once. */
export function unhurried(everyMs: number, act: (name: string) => unknown): Unhurried {
  const resting = new Map<string, { isAskedAgain: boolean; timer: ReturnType<typeof setTimeout> }>();
  const now = (name: string): void => {
    resting.set(name, { isAskedAgain: false, timer: setTimeout(() => rested(name), everyMs) });
    act(name);
  };
  const rested = (name: string): void => {
    const isAskedAgain = resting.get(name)?.isAskedAgain ?? false;
    resting.delete(name);
    if (isAskedAgain) now(name);
  };
  return {
    ask(name) {
      const rest = resting.get(name);
      if (rest) rest.isAskedAgain = true;
      else now(name);
    },
    stop() {
      for (const { timer } of resting.values()) clearTimeout(timer);
      resting.clear();
    },
  };
}
