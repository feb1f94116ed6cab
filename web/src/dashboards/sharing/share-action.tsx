import { lazy, Suspense, useState } from "react";
import { useMessages } from "../../i18n/messages.tsx";
import { useMay } from "../../shell/current-user.ts";
import { Icon } from "../../ui/icon.tsx";
import type { HeaderActionProps } from "../header-action.ts";

const ShareDialog = lazy(async () => ({ default: (await import("./share-dialog.tsx")).ShareDialog }));

/** For who may show a dashboard to people without an account. */
export function ShareAction({ record, search }: HeaderActionProps) {
  const m = useMessages();
  const may = useMay()("SHARE_DASHBOARDS");
  const [isOpen, setOpen] = useState(false);
  if (!may) return null;
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        <Icon name="link" /> {m.sharing.share}
      </button>
      {isOpen && (
        <Suspense>
          <ShareDialog {...{ record, search }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
