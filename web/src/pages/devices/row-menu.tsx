import type { DeviceRecord } from "@heliograph/contract";
import { useMessages } from "../../i18n/messages.tsx";
import { useMay } from "../../shell/current-user.ts";
import { Icon } from "../../ui/icon.tsx";
import { Menu } from "../../ui/menu.tsx";

export interface RowMenuProps {
  readonly device: DeviceRecord;
  readonly onEdit: (device: DeviceRecord) => void;
  readonly onDelete: (device: DeviceRecord) => void;
  /** Where there are projects. */
  readonly onMove: ((device: DeviceRecord) => void) | undefined;
}

export function RowMenu({ device, onEdit, onDelete, onMove }: RowMenuProps) {
  const m = useMessages();
  const may = useMay();
  if (!may("EDIT_DEVICES")) return null;
  return (
    <Menu label={`${m.common.actions}: ${device.name}`} button={<Icon name="more" />}>
      <button type="button" className="menu-item" data-closes onClick={() => onEdit(device)}>
        <Icon name="edit" /> {m.common.edit}
      </button>
      {onMove && (
        <button type="button" className="menu-item" data-closes onClick={() => onMove(device)}>
          <Icon name="projects" /> {m.projects.move}
        </button>
      )}
      <button type="button" className="menu-item bad" data-closes onClick={() => onDelete(device)}>
        <Icon name="trash" /> {m.common.delete}
      </button>
    </Menu>
  );
}
