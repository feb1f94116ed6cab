import type { DeviceViewRecord } from "@heliograph/contract";
import { useQueries } from "@tanstack/react-query";
import { deviceCount } from "../../../api/devices.ts";
import { countText } from "../../../format/number.ts";
import { useLocale } from "../../../i18n/messages.tsx";
import { useTenantId } from "../../../shell/current-user.ts";
import { filterOf, searchOfLook } from "../look/list-look.ts";

/** Each count is a question to the server: the rest of many views has none. */
const viewsCounted = 8;

/** How many devices are in all, and in the first views: asked one after the other, once the list itself is there. */
export function useViewCounts(
  views: readonly DeviceViewRecord[],
  project: string | undefined,
  isListThere: boolean,
): (view: DeviceViewRecord | undefined) => string | undefined {
  const tenantId = useTenantId();
  const locale = useLocale();
  const counted = [undefined, ...views.slice(0, viewsCounted)];
  const here = project === undefined ? {} : { project };
  const asked = counted.map((view) => filterOf({ ...(view && searchOfLook(view.look)), ...here }));
  const counts = useQueries({
    queries: asked.map((filter) => ({ ...deviceCount(tenantId, filter), enabled: false })),
  });
  const next = counts.findIndex(
    ({ isSuccess, isError, isStale }) => (!isSuccess && !isError) || (isSuccess && isStale),
  );
  useQueries({
    queries: asked.map((filter, at) => ({ ...deviceCount(tenantId, filter), enabled: isListThere && at === next })),
  });
  return (view) => {
    const count = counts[counted.indexOf(view)]?.data;
    return count === undefined ? undefined : countText(count, locale);
  };
}
