/** Runs `work` in one tab at a time: a refresh token works once, its reuse ends the session [AUTH4]. */
export function inOneTab<T>(name: string, work: () => Promise<T>): Promise<T> {
  // Web Locks exist on https and localhost only; a node in a local network is often plain http.
  return navigator.locks ? navigator.locks.request(name, work) : withLease(name, work);
}

const leaseMs = 10_000;
const settleMs = 30;
const pollMs = 60;

/** A lease in the storage all tabs share: written, read back after a moment, and held by whoever is still there. */
async function withLease<T>(name: string, work: () => Promise<T>): Promise<T> {
  const mine = Math.random().toString(36).slice(2);
  while (!(await tryLease(name, mine))) await pause(pollMs);
  try {
    return await work();
  } finally {
    if (holderOf(name)?.id === mine) localStorage.removeItem(name);
  }
}

async function tryLease(name: string, mine: string): Promise<boolean> {
  if (holderOf(name)) return false;
  localStorage.setItem(name, `${mine} ${Date.now() + leaseMs}`);
  await pause(settleMs);
  return holderOf(name)?.id === mine;
}

function holderOf(name: string): { readonly id: string } | undefined {
  const [id, until] = (localStorage.getItem(name) ?? "").split(" ");
  return id && Number(until) > Date.now() ? { id } : undefined;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
