import { useLocation, useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

/** Opens what the address asks for behind its #, once: whoever reloads the page or comes back to it has seen it. */
export function useAskedFor(what: string, open: () => void): void {
  const router = useRouter();
  const isAsked = useLocation({ select: ({ hash }) => hash === what });
  const newest = useRef(open);
  newest.current = open;
  useEffect(() => {
    if (!isAsked) return;
    newest.current();
    const { pathname, searchStr } = router.state.location;
    router.history.replace(`${pathname}${searchStr}`);
  }, [isAsked, router]);
}
