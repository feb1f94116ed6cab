import { useFirstWords } from "../i18n/messages.tsx";
import { Skeleton } from "../ui/states.tsx";

/** In place of a page whose code is on its way: in words where that takes more than a second. */
export function PageLoading() {
  const m = useFirstWords();
  return (
    <div className="page">
      <Skeleton />
      <p className="soft late">{m.common.loadingPage}</p>
    </div>
  );
}
