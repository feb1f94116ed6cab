import { Unreachable } from "@heliograph/client";

export interface LoadedPart<T> {
  /** What was fetched, if it was. */
  content(): T | undefined;
  /** Fetches it once; after a failure the next call tries again. */
  fetch(): Promise<void>;
  /** The same, and where the server is there but the part is not: the document is loaded again, once. */
  require(): Promise<void>;
}

interface Surroundings {
  readonly isServerThere: () => Promise<boolean>;
  readonly reload: () => void;
  readonly memory: Pick<Storage, "getItem" | "setItem" | "removeItem">;
}

/** A proxy that answers in place of the node does not count. */
const isServerThere = async (): Promise<boolean> => {
  const answer = await fetch("/health/live", { cache: "no-store" }).catch(() => undefined);
  return answer?.ok === true;
};

const browser: Surroundings = {
  isServerThere,
  reload: () => location.reload(),
  get memory() {
    return sessionStorage;
  },
};

/**
 * A part of the interface that is fetched when it is wanted. After an upgrade the names of the old parts are gone, and
 * some browsers remember a failed fetch: both end with a new document, which is only asked for from a server that answers.
 */
export function createLoadedPart<T>(load: () => Promise<T>, name: string, around = browser): LoadedPart<T> {
  const reloadedFor = `heliograph.reloaded-for.${name}`;
  let content: T | undefined;
  let loading: Promise<void> | undefined;
  const fetchOnce = async () => {
    content = await load();
    around.memory.removeItem(reloadedFor);
  };
  const fetch = () => {
    if (content !== undefined) return Promise.resolve();
    loading ??= fetchOnce().finally(() => {
      loading = undefined;
    });
    return loading;
  };
  const require = async () => {
    try {
      await fetch();
    } catch (error) {
      if (!(await around.isServerThere())) throw new Unreachable("The server does not answer", { cause: error });
      if (around.memory.getItem(reloadedFor) !== null) throw error;
      around.memory.setItem(reloadedFor, "yes");
      around.reload();
    }
  };
  return { content: () => content, fetch, require };
}
