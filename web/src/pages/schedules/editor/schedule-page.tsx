import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { schedule } from "../../../api/schedules.ts";
import { ErrorState, Skeleton } from "../../../ui/states.tsx";
import { draftOf } from "../schedule-draft.ts";
import { ScheduleEditor } from "./schedule-editor.tsx";

const route = getRouteApi("/schedules/$scheduleId");

/** One schedule: its sentence, when it runs next, and what it did [SCH1]. */
export function SchedulePage() {
  const { scheduleId } = route.useParams();
  const { data, error, refetch } = useQuery(schedule(scheduleId));
  return (
    <div className="page">
      {data ? (
        <ScheduleEditor key={scheduleId} saved={data} begin={draftOf(data)} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={8} />
      )}
    </div>
  );
}
