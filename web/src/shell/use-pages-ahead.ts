import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { liveState } from "../app.ts";
import { useMay } from "./current-user.ts";

/** When the first page has had its time. */
const afterMs = 8_000;

/** Browsers without idle times have them at once. */
const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: afterMs });
    else setTimeout(resolve);
  });

interface Connection {
  readonly saveData?: boolean;
}

const isSparing = (): boolean => (navigator as { readonly connection?: Connection }).connection?.saveData === true;

/**
 * Fetches the parts of all pages one may see, one after the other while nothing else is to do: a tab that was not visited yet
 * opens also when the server is away, and at once on a slow line. A server that is away is not asked.
 */
export function usePagesAhead(): void {
  const router = useRouter();
  const may = useMay();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; pages that somebody may see later are fetched when they are wanted
  useEffect(() => {
    let isGone = isSparing();
    const fetchAll = async () => {
      for (const { options } of Object.values(router.routesById)) {
        const needs = options.staticData?.needs;
        if (needs !== undefined && !may(needs)) continue;
        await whenIdle();
        if (isGone || liveState.get() === "lost") return;
        await options.component?.preload?.();
      }
    };
    const timer = setTimeout(() => void fetchAll(), afterMs);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, []);
}
