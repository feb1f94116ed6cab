import type { DeviceFilterNode } from "@heliograph/contract";
import { useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type DeviceFilter, devicePage } from "../../api/devices.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { useMay, useTenantId } from "../../shell/current-user.ts";
import { Icon } from "../../ui/icon.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { useWords } from "./filters/filter-chips.tsx";

interface NoDevicesProps {
  readonly isFiltered: boolean;
  readonly filter: DeviceFilter;
  readonly onClear: () => void;
  readonly onWhere: (where: DeviceFilterNode) => void;
}

/** Why the list is empty, and what to do about it. */
export function NoDevices({ isFiltered, filter, onClear, onWhere }: NoDevicesProps) {
  const m = useMessages();
  const may = useMay();
  const blamed = useBlamed(filter);
  if (blamed && filter.where) {
    const { conditions } = filter.where;
    return (
      <Blamed
        part={blamed}
        onRemove={() => onWhere({ kind: "ALL", conditions: conditions.filter((one) => one !== blamed) })}
      />
    );
  }
  if (isFiltered)
    return (
      <EmptyState icon="search" title={m.devices.noMatchTitle} text={m.devices.noMatchText}>
        <button type="button" className="button" onClick={onClear}>
          {m.devices.clearFilters}
        </button>
      </EmptyState>
    );
  if (!may("EDIT_DEVICES"))
    return <EmptyState icon="devices" title={m.devices.emptyTitle} text={m.devices.emptyViewerText} />;
  return (
    <EmptyState icon="devices" title={m.connect.firstTitle} text={m.connect.firstText}>
      <Link to="/devices/new" className="button primary">
        <Icon name="plus" /> {m.connect.title}
      </Link>
      <Link to="/devices" hash="import" className="button">
        <Icon name="upload" /> {m.devices.import}
      </Link>
    </EmptyState>
  );
}

type Part = DeviceFilterNode["conditions"][number];

/** Each of them is a question to the server. */
const partsTried = 5;

/** The condition without which there would be devices. */
function useBlamed(filter: DeviceFilter): Part | undefined {
  const tenantId = useTenantId();
  const parts = filter.where?.kind === "ALL" ? filter.where.conditions.slice(0, partsTried) : [];
  const without = (part: Part): DeviceFilter => {
    const conditions = (filter.where?.conditions ?? []).filter((one) => one !== part);
    return { ...filter, where: conditions.length === 0 ? undefined : { kind: "ALL", conditions } };
  };
  const tried = useQueries({ queries: parts.map((part) => devicePage(tenantId, without(part), 0)) });
  return parts[tried.findIndex(({ data }) => (data?.totalElements ?? 0) > 0)];
}

function Blamed({ part, onRemove }: { readonly part: Part; readonly onRemove: () => void }) {
  const m = useMessages();
  const words = useWords(part).join(" ").trim();
  return (
    <EmptyState icon="search" title={m.deviceList.noneMeets(words)} text={m.deviceList.blame}>
      <button type="button" className="button" onClick={onRemove}>
        {m.deviceList.removeThis(words)}
      </button>
    </EmptyState>
  );
}
