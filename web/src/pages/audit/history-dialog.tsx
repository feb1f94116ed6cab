import type { AuditedEntity } from "@heliograph/contract";
import { useState } from "react";
import { useMessages } from "../../i18n/messages.tsx";
import { useMay } from "../../shell/current-user.ts";
import { pageNeeds } from "../../shell/page-needs.ts";
import type { TimeChoice } from "../../time-range/shown-time.ts";
import type { TimePlace } from "../../time-range/use-list-time.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { RowButton } from "../../ui/row-button.tsx";
import { AuditCard } from "./audit-card.tsx";
import { useAuditFilter } from "./audit-filter.tsx";

interface HistoryButtonProps {
  readonly type: AuditedEntity;
  readonly id: string;
  readonly name: string;
}

/** Opens what people did to the thing of a row; nothing for who may not read it [AUD1]. */
export function HistoryButton({ type, id, name }: HistoryButtonProps) {
  const m = useMessages();
  const [isOpen, setOpen] = useState(false);
  if (!useMay()(pageNeeds.audit)) return null;
  return (
    <>
      <RowButton icon="history" label={m.audit.history} of={name} onClick={() => setOpen(true)} />
      {isOpen && (
        <Dialog title={`${m.audit.history}: ${name}`} size="wide" onClose={() => setOpen(false)}>
          <History type={type} id={id} />
        </Dialog>
      )}
    </>
  );
}

interface HistoryProps extends Pick<HistoryButtonProps, "type" | "id"> {
  /** Where it is not in the address, it is here. */
  readonly time?: TimePlace;
}

/** What people did to one thing. */
export function History({ type, id, time }: HistoryProps) {
  const own = useState<TimeChoice>({});
  return <AuditCard filter={useAuditFilter(time ?? own, true)} subject={{ type, id }} />;
}
