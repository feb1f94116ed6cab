export interface Unhurried {
  ask(name: string): void;
  stop(): void;
}

interface Rest {
  isAskedAgain: boolean;
  timer?: ReturnType<typeof setTimeout>;
}

/** Does what is asked for at once, then `everyMs` after it was done at the earliest; what is asked meanwhile is done once. */
export function unhurried(everyMs: number, act: (name: string) => Promise<unknown>): Unhurried {
  const resting = new Map<string, Rest>();
  const now = (name: string): void => {
    const rest: Rest = { isAskedAgain: false };
    resting.set(name, rest);
    const done = () => {
      if (resting.get(name) === rest) rest.timer = setTimeout(() => rested(name), everyMs);
    };
    act(name).then(done, done);
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
