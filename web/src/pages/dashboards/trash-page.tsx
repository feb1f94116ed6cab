import type { TrashedDashboard } from "@heliograph/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { dashboardsShown, dashboardTrash, purgeDashboard, takeBackDashboard } from "../../api/dashboards.ts";
import { useMakingWords } from "../../dashboards/making/words.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { useTenantId } from "../../shell/current-user.ts";
import { CardTable } from "../../ui/card-table.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { ListCard } from "../../ui/list-card.tsx";
import { ListHead } from "../../ui/list-head.tsx";
import { EmptyState, ErrorNote } from "../../ui/states.tsx";
import { Ago, Time } from "../../ui/time.tsx";
import { toast } from "../../ui/toast.tsx";

/** What was deleted, and can be taken back for a while [DSH2]. */
export function TrashPage() {
  const w = useMakingWords();
  const [limit, setLimit] = useState(dashboardsShown);
  const { data, error, refetch } = useQuery(dashboardTrash(useTenantId(), limit));
  return (
    <div className="page">
      <Link className="soft" to="/dashboards">
        {w.toList}
      </Link>
      <ListHead title={w.trash} text={w.trashText} count={data?.totalElements} />
      <ListCard {...{ data, error, refetch }} onMore={() => setLimit(limit + dashboardsShown)}>
        {(rows) => <TrashTable dashboards={rows} />}
      </ListCard>
    </div>
  );
}

function TrashTable({ dashboards }: { readonly dashboards: readonly TrashedDashboard[] }) {
  const m = useMessages();
  const w = useMakingWords();
  if (dashboards.length === 0) return <EmptyState icon="trash" title={w.trashEmpty} text={w.trashEmptyText} />;
  return (
    <CardTable>
      <thead>
        <tr>
          <th>{m.common.name}</th>
          <th>{w.deletedBy}</th>
          <th>{w.goneAt}</th>
          <th>
            <span className="off-screen">{m.common.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {dashboards.map((one) => (
          <TrashRow key={one.id.id} dashboard={one} />
        ))}
      </tbody>
    </CardTable>
  );
}

function TrashRow({ dashboard }: { readonly dashboard: TrashedDashboard }) {
  const w = useMakingWords();
  const client = useQueryClient();
  const [isPurging, setPurging] = useState(false);
  const { id, title, deletedTime, deletedBy, goneAt } = dashboard;
  const changed = () => client.invalidateQueries({ queryKey: ["dashboards"] });
  const takingBack = useMutation({
    mutationFn: async () => {
      await takeBackDashboard(id.id);
      await changed();
      toast(w.takenBack);
    },
  });
  return (
    <tr>
      <td>{title}</td>
      <td className="soft">
        <Ago ms={deletedTime} /> {deletedBy !== null && `${w.by} ${deletedBy}`}
      </td>
      <td className="soft">
        <Time ms={goneAt} />
      </td>
      <td className="right">
        <div className="row">
          <button
            type="button"
            className="button small"
            disabled={takingBack.isPending}
            onClick={() => takingBack.mutate()}
          >
            {w.takeBack}
          </button>
          <button type="button" className="button small" onClick={() => setPurging(true)}>
            {w.purge}
          </button>
          <ErrorNote error={takingBack.error} />
        </div>
        {isPurging && (
          <Confirm
            title={w.purgeTitle(title)}
            text={w.purgeText}
            action={w.purge}
            onConfirm={async () => {
              await purgeDashboard(id.id);
              await changed();
            }}
            onClose={() => setPurging(false)}
          />
        )}
      </td>
    </tr>
  );
}
