import { useMessages } from "../../i18n/messages.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { FaultyField } from "./channel-faults.ts";

interface FaultProps {
  readonly faults: ReadonlySet<FaultyField>;
  readonly of: FaultyField;
}

/** What is wrong, below the field it is about. */
export function Fault({ faults, of }: FaultProps) {
  const m = useMessages();
  if (!faults.has(of)) return null;
  return (
    <p className="note note-error" role="alert">
      <Icon name="alert" /> {m.deviceTypes.faults[of]}
    </p>
  );
}
