import { type DashboardRecord, type ShareRecord, shareTermsProblem } from "@heliograph/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { dashboardShares, showVersionBehind } from "../../api/dashboards.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { useCurrentUser, useMay } from "../../shell/current-user.ts";
import { ErrorNote } from "../../ui/states.tsx";

/** Which links of whoever saved do not show what they saved: a save publishes nothing that is not their own [DSH6]. */
export function LinksBehind({ saved }: { readonly saved: DashboardRecord }) {
  const m = useMessages();
  const client = useQueryClient();
  const { username } = useCurrentUser();
  const may = useMay()("SHARE_DASHBOARDS");
  const [error, setError] = useState<unknown>();
  const shares = dashboardShares(saved.id.id);
  const { data = [], isFetching } = useQuery({ ...shares, enabled: may });
  if (isFetching) return null; // what was known is of before the save
  const behind = data.filter(({ version, createdBy }) => version !== saved.version && createdBy === username);
  if (behind.length === 0) return null;
  const fitting = behind.filter((share) => fits(share, saved));
  const stuck = behind.filter((share) => !fits(share, saved));
  const showNewest = () =>
    Promise.all(fitting.map(({ id }) => showVersionBehind(saved.id.id, id.id, saved.version)))
      .then(() => setError(undefined), setError)
      .finally(() => void client.invalidateQueries({ queryKey: shares.queryKey }));
  return (
    <div className="note" role="status">
      <span className="grow break">
        {m.sharing.behind(behind.map(({ name }) => name))}
        {stuck.length > 0 && ` ${m.sharing.stuck(stuck.map(({ name }) => name))}`}
        <ErrorNote error={error} />
      </span>
      {fitting.length > 0 && (
        <button type="button" className="button small" onClick={() => void showNewest()}>
          {m.sharing.showNewest}
        </button>
      )}
    </div>
  );
}

const fits = ({ variables }: ShareRecord, { configuration }: DashboardRecord): boolean =>
  shareTermsProblem(configuration.variables, variables) === undefined;
