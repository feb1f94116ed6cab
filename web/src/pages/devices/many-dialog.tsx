import type { DeviceViewColumn } from "@heliograph/contract";
import { AcknowledgeDevices } from "./acknowledge-devices.tsx";
import { AttributesDevices } from "./attributes-devices.tsx";
import type { ChosenDevices } from "./chosen-devices.ts";
import { CommandDevices } from "./command-devices.tsx";
import { DeleteDevices } from "./delete-devices.tsx";
import { ExportDevices } from "./export-devices.tsx";
import { MoveDialog } from "./move-dialog.tsx";
import type { ManyWork } from "./selection-bar.tsx";
import { TypeDevices } from "./type-devices.tsx";

interface ManyDialogProps {
  readonly kind: ManyWork;
  readonly chosen: ChosenDevices;
  /** What the list shows of them. */
  readonly columns: readonly DeviceViewColumn[];
  readonly onBegun: () => void;
  readonly onClose: () => void;
}

/** What is done with many devices at once: fetched when somebody wants it. */
export function ManyDialog({ kind, chosen, columns, onBegun, onClose }: ManyDialogProps) {
  const props = { chosen, onBegun, onClose };
  switch (kind) {
    case "move":
      return <MoveDialog moved={chosen} onMoved={onBegun} onClose={onClose} />;
    case "attributes":
      return <AttributesDevices {...props} />;
    case "type":
      return <TypeDevices {...props} />;
    case "command":
      return <CommandDevices {...props} />;
    case "export":
      return <ExportDevices chosen={chosen} columns={columns} onClose={onClose} />;
    case "acknowledge":
      return <AcknowledgeDevices {...props} />;
    case "delete":
      return <DeleteDevices {...props} />;
  }
}
