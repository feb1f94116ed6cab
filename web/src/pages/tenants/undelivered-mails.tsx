import type { DeliveryRecord } from "@heliograph/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { removeDelivery, retryDelivery, tenantDeliveries } from "../../api/deliveries.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { ErrorNote } from "../../ui/states.tsx";

/** Mails that wait or were given up, with what was said; nothing where all arrived. */
export function UndeliveredMails({ tenantId }: { readonly tenantId: string }) {
  const m = useMessages();
  const { data } = useQuery(tenantDeliveries(tenantId));
  if (!data || data.data.length === 0) return null;
  return (
    <div className="card-body stack">
      <h3>{m.deliveries.undelivered}</h3>
      <ul className="stack job-list">
        {data.data.map((delivery) => (
          <Undelivered key={delivery.id.id} tenantId={tenantId} delivery={delivery} />
        ))}
      </ul>
    </div>
  );
}

interface UndeliveredProps {
  readonly tenantId: string;
  readonly delivery: DeliveryRecord;
}

function Undelivered({ tenantId, delivery }: UndeliveredProps) {
  const m = useMessages();
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ["deliveries", tenantId] });
  const again = useMutation({ mutationFn: () => retryDelivery(tenantId, delivery.id.id), onSettled });
  const drop = useMutation({ mutationFn: () => removeDelivery(tenantId, delivery.id.id), onSettled });
  const isGivenUp = delivery.state === "GIVEN_UP";
  return (
    <li className="stack">
      <span className="break">
        {delivery.summary}{" "}
        <span className={`badge ${isGivenUp ? "bad" : "warn"}`}>
          {isGivenUp ? m.deliveries.givenUp : m.deliveries.waiting}
        </span>
      </span>
      {delivery.failure !== null && (
        <small className="break">
          {m.deliveries.attempts(delivery.attempts)}: {delivery.failure}
        </small>
      )}
      <div className="row">
        <ActionButton name={m.deliveries.again} of={delivery} isBusy={again.isPending} act={() => again.mutate()} />
        <ActionButton name={m.deliveries.drop} of={delivery} isBusy={drop.isPending} act={() => drop.mutate()} />
      </div>
      <ErrorNote error={again.error ?? drop.error} />
    </li>
  );
}

interface ActionProps {
  readonly name: string;
  readonly of: DeliveryRecord;
  readonly isBusy: boolean;
  readonly act: () => void;
}

function ActionButton({ name, of, isBusy, act }: ActionProps) {
  return (
    <button
      type="button"
      className="button small"
      aria-label={`${name}: ${of.summary}`}
      disabled={isBusy}
      onClick={act}
    >
      {name}
    </button>
  );
}
