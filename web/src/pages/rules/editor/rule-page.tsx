import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { rule } from "../../../api/rules.ts";
import { ErrorState, Skeleton } from "../../../ui/states.tsx";
import { draftOf } from "./draft.ts";
import { RuleEditor } from "./rule-editor.tsx";

const route = getRouteApi("/rules/$ruleId");

/** One rule: its sentence, its traces and its versions [RUL5]. */
export function RulePage() {
  const { ruleId } = route.useParams();
  const { tab = "editor", ...asked } = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, refetch } = useQuery(rule(ruleId));
  return (
    <div className="page">
      {data ? (
        <RuleEditor
          key={ruleId}
          saved={data}
          begin={draftOf(data)}
          tab={tab}
          asked={asked}
          onTab={(next, of) => void navigate({ search: { ...(next !== "editor" && { tab: next }), ...of } })}
        />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={8} />
      )}
    </div>
  );
}
