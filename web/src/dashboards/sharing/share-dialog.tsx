import type { NewShareRecord } from "@heliograph/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { dashboardShares, shareDashboard } from "../../api/dashboards.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import type { HeaderActionProps } from "../header-action.ts";
import { MadeShare } from "./made-share.tsx";
import { ShareForm } from "./share-form.tsx";
import { ShareList } from "./share-list.tsx";
import { type LookedAt, shareRequestOf } from "./share-request.ts";

interface ShareDialogProps extends HeaderActionProps {
  readonly onClose: () => void;
}

/** Makes a link, shows it this once, and lists those there are [DSH6]. */
export function ShareDialog({ record, search, onClose }: ShareDialogProps) {
  const m = useMessages();
  const client = useQueryClient();
  const [made, setMade] = useState<NewShareRecord>();
  const { configuration, version } = record;
  const looked: LookedAt = {
    ...{ version, variables: configuration.variables, choice: search.choice ?? {} },
    from: search.from ?? configuration.time.from,
    to: search.to ?? configuration.time.to,
  };
  const send = async (form: FormData) => {
    setMade(await shareDashboard(record.id.id, shareRequestOf(form, looked)));
    void client.invalidateQueries({ queryKey: dashboardShares(record.id.id).queryKey });
  };
  return (
    <Dialog title={m.sharing.title(record.title)} onClose={onClose} size="wide">
      <div className="share-dialog">
        {made ? (
          <MadeShare made={made} onAnother={() => setMade(undefined)} onClose={onClose} />
        ) : (
          <>
            <p className="soft">{m.sharing.text}</p>
            <ShareForm {...{ record, looked, send }} onCancel={onClose} />
          </>
        )}
        <ShareList record={record} />
      </div>
    </Dialog>
  );
}
