import { type DeviceFilterNode, filterProblem } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { groupPreview } from "../../../api/device-groups.ts";
import { countText } from "../../../format/number.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { ErrorNote } from "../../../ui/states.tsx";
import { isFilledIn } from "./filled-in.ts";
import { ProblemList } from "./problem-list.tsx";

/** Long enough for a typist, short enough to feel immediate. */
const pauseMs = 300;

/** How many devices a filter finds while it is edited, and the first of them. */
export function FilterCount({ filter }: { readonly filter: DeviceFilterNode }) {
  const { deviceGroups: m } = useMessages();
  const locale = useLocale();
  const settled = useSettled(filter);
  const isReady = filterProblem(settled) === undefined && isFilledIn(settled);
  const { data, error, isFetching } = useQuery({ ...groupPreview(settled), enabled: isReady });
  if (!isReady) return <p className="soft filter-count">{m.countedLater}</p>;
  if (error) return <ErrorNote error={error} />;
  if (!data) return <p className="soft filter-count">{m.counting}</p>;
  const names = data.data.map(({ name }) => name);
  const left = data.totalElements - names.length;
  return (
    <div className="filter-count" aria-live="polite" aria-busy={isFetching}>
      <strong>{m.found(countText(data.totalElements, locale))}</strong>
      {names.length > 0 && (
        <p className="soft break">
          {names.join(", ")} {left > 0 && m.more(countText(left, locale))}
        </p>
      )}
      <ProblemList problems={data.problems} />
    </div>
  );
}

function useSettled(filter: DeviceFilterNode): DeviceFilterNode {
  const [settled, setSettled] = useState(filter);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(filter), pauseMs);
    return () => clearTimeout(timer);
  }, [filter]);
  return settled;
}
