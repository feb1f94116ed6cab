import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { deliveriesShown, notificationPage } from "../../../api/notifications.ts";
import { countText } from "../../../format/number.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { type TimeChoice, timeChoiceOf, timed } from "../../../time-range/shown-time.ts";
import { Pager } from "../../../ui/pager.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../../ui/states.tsx";
import { NotificationTabs } from "../notification-tabs.tsx";
import { TestButton } from "../test-dialog.tsx";
import { WhyButton } from "../why-dialog.tsx";
import { DeliveryDetail } from "./delivery-detail.tsx";
import { useDeliveryFilter } from "./delivery-filter.tsx";
import type { DeliveryPart } from "./delivery-search.ts";
import { DeliveryTable } from "./delivery-table.tsx";

const route = getRouteApi("/notifications/deliveries");

/** What was told to whom, and what came of it [NTF1]. */
export function DeliveriesPage() {
  const m = useMessages();
  const { open, ...part } = route.useSearch();
  const navigate = route.useNavigate();
  const chooseTime = (time: TimeChoice) =>
    void navigate({ search: { ...timed(part, time), ...(open !== undefined && { open }) } });
  const { wish, counts, controls } = useDeliveryFilter(part, [timeChoiceOf(part), chooseTime]);
  const [place, setPlace] = useState({ of: "", page: 0 });
  const wishText = JSON.stringify(wish);
  const page = place.of === wishText ? place.page : 0;
  const { data, error, refetch } = useQuery(notificationPage(wish, page));
  const show = (id: string | undefined) =>
    void navigate({ search: { ...part, ...(id !== undefined && { open: id }) }, replace: true });
  return (
    <div className="page">
      <div className="page-head">
        <div>
          <h1>{m.notifications.deliveries}</h1>
          <p className="soft">{m.notifications.deliveriesText}</p>
        </div>
        <div className="row">
          <WhyButton />
          <TestButton />
        </div>
      </div>
      <NotificationTabs />
      <PartNote {...part} />
      <div className="alarm-layout" data-detail={open === undefined ? undefined : ""}>
        <section className="card" aria-label={m.notifications.deliveries}>
          {counts}
          <div className="card-head">{controls}</div>
          {!data ? (
            error ? (
              <ErrorState error={error} onRetry={() => void refetch()} />
            ) : (
              <div className="card-body">
                <Skeleton />
              </div>
            )
          ) : data.data.length === 0 ? (
            <Nothing isFiltered={wish.text !== "" || wish.state !== undefined || wish.channel !== undefined} />
          ) : (
            <DeliveryTable deliveries={data.data} current={open} onOpen={show} />
          )}
          {data && data.data.length > 0 && (
            <Foot total={data.totalElements} page={page} onPage={(next) => setPlace({ of: wishText, page: next })} />
          )}
        </section>
        {open !== undefined && <DeliveryDetail key={open} id={open} onOpen={show} onClose={() => show(undefined)} />}
      </div>
    </div>
  );
}

/** That not all of them are shown, and the way to the rest. */
function PartNote({ alarm, rule }: DeliveryPart) {
  const m = useMessages();
  if (alarm === undefined && rule === undefined) return null;
  return (
    <p className="note row delivery-part" role="note">
      <span>{alarm === undefined ? m.notifications.ofRule : m.notifications.ofAlarm}</span>
      {alarm !== undefined && (
        <Link to="/alarms" search={{ alarm }}>
          {m.notifications.openAlarm}
        </Link>
      )}
      {rule !== undefined && (
        <Link to="/rules/$ruleId" params={{ ruleId: rule }}>
          {m.notifications.openRule}
        </Link>
      )}
      <Link to="/notifications/deliveries">{m.notifications.ofAlarmEnd}</Link>
    </p>
  );
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  const m = useMessages();
  if (isFiltered) return <EmptyState icon="search" title={m.notifications.none} text={m.notifications.noneText} />;
  return (
    <EmptyState icon="notifications" title={m.notifications.none} text={m.notifications.emptyText}>
      <Link to="/notifications" className="button primary">
        {m.notifications.policies}
      </Link>
    </EmptyState>
  );
}

interface FootProps {
  readonly total: number;
  readonly page: number;
  readonly onPage: (page: number) => void;
}

function Foot({ total, page, onPage }: FootProps) {
  const m = useMessages();
  const locale = useLocale();
  const last = Math.max(0, Math.ceil(total / deliveriesShown) - 1);
  return (
    <div className="delivery-foot row between soft">
      <span>
        {m.notifications.count(countText(total, locale))}
        {last > 0 && ` · ${page + 1} / ${last + 1}`}
      </span>
      <Pager page={page} last={last} names={m.notifications} onPage={onPage} />
    </div>
  );
}
