import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { calculatedChannel } from "../../../api/calculated-channels.ts";
import { ErrorState, Skeleton } from "../../../ui/states.tsx";
import { CalculatedEditor } from "./calculated-editor.tsx";

const route = getRouteApi("/calculated/$channelId");

/** One calculated channel: its expression, what it comes to, and what depends on it [RUL7]. */
export function CalculatedPage() {
  const { channelId } = route.useParams();
  const { data, error, refetch } = useQuery(calculatedChannel(channelId));
  return (
    <div className="page">
      {data ? (
        <CalculatedEditor key={channelId} saved={data} begin={data.definition} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={8} />
      )}
    </div>
  );
}
