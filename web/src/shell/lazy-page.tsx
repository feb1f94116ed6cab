import { Unreachable } from "@heliograph/client";
import { type ComponentType, useEffect, useReducer, useState } from "react";
import { liveState } from "../app.ts";
import { loadPageWords } from "../i18n/messages.tsx";
import { useStore } from "../state/store.ts";
import { ErrorState } from "../ui/states.tsx";
import { createLoadedPart, type LoadedPart } from "./loaded-part.ts";
import { PageLoading } from "./page-loading.tsx";

interface LazyPage {
  (): React.JSX.Element;
  readonly preload: () => Promise<void>;
}

/**
 * A page whose code is fetched when it is first wanted. The router's own way reloads the document when that fails, and
 * while the server is away there is nothing to load: this one stays, says so and goes on by itself.
 */
export function lazyPage<Module extends object>(
  fetchModule: () => Promise<Module>,
  name: keyof Module & string,
): LazyPage {
  // Not said by its type: pages ask the router for theirs, and would wait for themselves.
  const part = createLoadedPart(async () => {
    const [module] = await Promise.all([fetchModule(), loadPageWords()]);
    return module[name] as ComponentType;
  }, name);
  function Page() {
    const Content = part.content();
    return Content ? <Content /> : <Awaited part={part} />;
  }
  // Only a hint: what fails here is tried again when the page is shown.
  return Object.assign(Page, { preload: () => part.fetch().then(undefined, () => undefined) });
}

/** How often a server that is away is asked again, where no live connection tells that it is back. */
const askAgainMs = 3_000;

function Awaited({ part }: { readonly part: LoadedPart<ComponentType> }) {
  const [error, setError] = useState<unknown>();
  const [attempt, tryAgain] = useReducer((before: number) => before + 1, 0);
  const [, show] = useReducer((before: number) => before + 1, 0);
  const isBack = useStore(liveState) === "open";
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of the last two is a reason to try again
  useEffect(() => {
    let isGone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    part.require().then(
      () => isGone || show(),
      (reason: unknown) => {
        if (isGone) return;
        setError(reason);
        if (reason instanceof Unreachable) timer = setTimeout(tryAgain, askAgainMs);
      },
    );
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [part, attempt, isBack]);
  const Content = part.content();
  if (Content) return <Content />;
  if (error !== undefined)
    return (
      <div className="page">
        <ErrorState error={error} onRetry={tryAgain} />
      </div>
    );
  return <PageLoading />;
}
