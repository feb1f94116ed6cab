import { useEffect } from "react";

/** How often a wall display asks whether the server has another version of the pages. */
const askEveryMs = 120_000;

/** Which version of the pages the server has; undefined where it does not answer, or says nothing. */
async function servedVersion(): Promise<string | undefined> {
  try {
    const { ok, headers } = await fetch("/", { method: "HEAD", headers: { Accept: "text/html" }, cache: "no-store" });
    return ok ? (headers.get("etag") ?? undefined) : undefined;
  } catch {
    return undefined;
  }
}

/** Nobody stands before a wall display to reload it: it does that itself when there is something new. */
export function useNewVersion(reload: () => void = () => location.reload()): void {
  useEffect(() => {
    let first: string | undefined;
    const look = async () => {
      const version = await servedVersion();
      first ??= version;
      if (version !== undefined && version !== first) reload();
    };
    void look();
    const timer = setInterval(() => void look(), askEveryMs);
    return () => clearInterval(timer);
  }, [reload]);
}
