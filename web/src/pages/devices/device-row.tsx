import type { DeviceRecord, ListedProject } from "@heliograph/contract";
import { Link } from "@tanstack/react-router";
import { useMessages } from "../../i18n/messages.tsx";
import { useMay } from "../../shell/current-user.ts";
import { ActivityDot } from "../../ui/activity.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Menu } from "../../ui/menu.tsx";
import { SeverityMark } from "../../ui/severity.tsx";
import { Ago } from "../../ui/time.tsx";

interface RowMenuProps {
  readonly device: DeviceRecord;
  readonly onEdit: (device: DeviceRecord) => void;
  readonly onDelete: (device: DeviceRecord) => void;
  /** Where there are projects. */
  readonly onMove: ((device: DeviceRecord) => void) | undefined;
}

interface DeviceRowProps extends RowMenuProps {
  /** Null: in none; undefined: there are no projects. */
  readonly project: ListedProject | null | undefined;
}

/** The cells of one device. */
export function DeviceRow({ device, project, onEdit, onDelete, onMove }: DeviceRowProps) {
  const m = useMessages();
  return (
    <>
      <div className="device-name" role="cell">
        <ActivityDot isActive={device.active} />
        <Link to="/devices/$deviceId" params={{ deviceId: device.id.id }} className="cut" title={device.name}>
          {device.name}
        </Link>
        {device.alarmSeverity && <SeverityMark severity={device.alarmSeverity} />}
      </div>
      <div className="cut hide-narrow" role="cell">
        <Link to="/types/$typeId" params={{ typeId: device.deviceProfileId.id }} title={device.type}>
          {device.type}
        </Link>
      </div>
      {project !== undefined && (
        <div className="cut soft wide-only hide-narrow" role="cell">
          {project && (
            <Link to="/devices" search={{ project: project.id.id }} title={project.name}>
              {project.name}
            </Link>
          )}
        </div>
      )}
      <div className="cut soft wide-only hide-narrow" role="cell" title={device.label ?? ""}>
        {device.label}
      </div>
      <div className="cut soft wide-only hide-narrow" role="cell">
        {device.serialNumber}
      </div>
      <div className="cut soft wide-only hide-narrow" role="cell">
        {device.firmwareVersion}
      </div>
      <div className="cut soft" role="cell">
        {device.lastActivityTime === null ? m.devices.never : <Ago ms={device.lastActivityTime} />}
      </div>
      <div role="cell">
        <RowMenu device={device} onEdit={onEdit} onDelete={onDelete} onMove={onMove} />
      </div>
    </>
  );
}

function RowMenu({ device, onEdit, onDelete, onMove }: RowMenuProps) {
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
