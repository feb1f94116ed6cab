import { type Query, useIsFetching } from "@tanstack/react-query";
import { useFirstWords } from "../i18n/messages.tsx";

/** What is asked again behind something that is shown makes nobody wait. */
const isAwaited = ({ state }: Query): boolean => state.status === "pending";

/** Says that something is on its way, where it takes more than a second. */
export function LoadingNote() {
  const m = useFirstWords();
  const awaited = useIsFetching({ predicate: isAwaited });
  if (awaited === 0) return null;
  return (
    <p className="loading-note late" role="status">
      {m.common.loading} …
    </p>
  );
}
