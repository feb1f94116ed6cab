import { useEffect, useState } from "react";
import { liveState, queryClient } from "../app.ts";
import { useFirstWords } from "../i18n/messages.tsx";
import { useStore } from "../state/store.ts";
import { Icon } from "../ui/icon.tsx";
import { toast } from "../ui/toast.tsx";

/** A moment's interruption is nobody's business. */
const shownAfterMs = 1_500;

/** Says that what is seen may be old; when the connection is back, everything is read again. */
export function ConnectionBanner() {
  const m = useFirstWords();
  const isLost = useStore(liveState) === "lost";
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isLost) return undefined;
    const timer = setTimeout(() => setShown(true), shownAfterMs);
    return () => clearTimeout(timer);
  }, [isLost]);
  useEffect(() => {
    if (isLost || !isShown) return;
    setShown(false);
    toast(m.shell.connectionBack);
    void queryClient.invalidateQueries();
  }, [isLost, isShown, m]);
  return (
    <div role="status">
      {isShown && (
        <div className="banner">
          <Icon name="offline" /> {m.shell.connectionLost}
        </div>
      )}
    </div>
  );
}
