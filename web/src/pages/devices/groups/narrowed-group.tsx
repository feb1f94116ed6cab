import { useQuery } from "@tanstack/react-query";
import { groupCount } from "../../../api/device-groups.ts";
import { countText } from "../../../format/number.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { useTenantId } from "../../../shell/current-user.ts";

interface NarrowedGroupProps {
  readonly group: string;
  /** How many the list shows. */
  readonly shown: number | undefined;
  readonly onClear: () => void;
}

/** Says that the list shows a part of the group only, and how to see all of it; nothing where it shows all [PRJ2]. */
export function NarrowedGroup({ group, shown, onClear }: NarrowedGroupProps) {
  const m = useMessages();
  const locale = useLocale();
  const { data: total } = useQuery(groupCount(useTenantId(), group, undefined));
  const isNarrowed = total !== undefined && shown !== undefined && shown < total;
  return (
    <div role="status">
      {isNarrowed && (
        <p className="note narrowed-group">
          <span>{m.deviceGroups.narrowed(countText(shown, locale), countText(total, locale))}</span>
          <button type="button" className="button small" onClick={onClear}>
            {m.devices.clearFilters}
          </button>
        </p>
      )}
    </div>
  );
}
