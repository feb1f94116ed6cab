import { lazy, Suspense, useState } from "react";
import { useMessages } from "../../i18n/messages.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { HeaderActionProps } from "../header-action.ts";

const WallDialog = lazy(async () => ({ default: (await import("./wall-dialog.tsx")).WallDialog }));

/** All of the screen, for whoever looks. */
export function WallAction(props: HeaderActionProps) {
  const m = useMessages();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)} title={m.wall.title}>
        <Icon name="fullScreen" /> {m.wall.show}
      </button>
      {isOpen && (
        <Suspense>
          <WallDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
