import type { AlarmInfoRecord } from "@heliograph/contract";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { AlarmState } from "../../api/alarm-choices.ts";
import { type AlarmWish, acknowledgeAlarms, alarmPage, alarmsPerPage } from "../../api/alarms.ts";
import { countText } from "../../format/number.ts";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { useCurrentUser, useMay } from "../../shell/current-user.ts";
import { pageNeeds } from "../../shell/page-needs.ts";
import { askedTime } from "../../time-range/asked-time.ts";
import type { TimePlace } from "../../time-range/use-list-time.tsx";
import { Pager } from "../../ui/pager.tsx";
import { EmptyState, ErrorNote, ErrorState, Skeleton } from "../../ui/states.tsx";
import { AlarmActions, useAlarmsChanged } from "./alarm-actions.tsx";
import { AlarmDetail } from "./alarm-detail.tsx";
import { AlarmElsewhere } from "./alarm-elsewhere.tsx";
import { useAlarmFilter } from "./alarm-filter.tsx";
import { useAlarmKeys } from "./alarm-keys.ts";
import type { AlarmSearch } from "./alarm-search.ts";
import { AlarmTable } from "./alarm-table.tsx";
import { useIsIn } from "./use-is-in.ts";
import { useLiveAlarms } from "./use-live-alarms.ts";

interface AlarmInboxProps {
  readonly deviceId?: string;
  readonly initial?: AlarmState;
  /** What is shown at first, where the address says so. */
  readonly shown?: Omit<AlarmSearch, "alarm">;
  readonly time: TimePlace;
  /** Which one is open, where the address says so. */
  readonly place?: AlarmPlace;
}

type AlarmPlace = readonly [alarmId: string | undefined, open: (alarmId: string | undefined) => void];

/** Alarms to be handled: of everything one sees, or of one device [ALM4]. */
export function AlarmInbox({ deviceId, initial = "open", shown, time, place: address }: AlarmInboxProps) {
  const m = useMessages();
  const userId = useCurrentUser().id.id;
  const may = useMay();
  const [mayHandle, mayRules] = [may("HANDLE_ALARMS"), may(pageNeeds.rules)];
  const changedByUs = useAlarmsChanged();
  const { wish, controls } = useAlarmFilter(deviceId !== undefined, { state: initial, ...shown }, time);
  const inProject = useIsIn(wish.projectId);
  const [place, setPlace] = useState({ of: "", page: 0 });
  const wishText = JSON.stringify(wish);
  const page = place.of === wishText ? place.page : 0;
  const { data, error, refetch } = useQuery(alarmPage(wish, userId, page, deviceId));
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const ownPlace = useState<string>();
  const [currentId, setCurrent] = address ?? ownPlace;
  const read = data?.data ?? [];
  const news = useLiveAlarms(read, (alarm) => inProject(alarm.projectId?.id) && fitsWish(alarm, wish, deviceId));
  const alarms = read.map((alarm) => newerOf(alarm, news.changed.get(alarm.id.id)));
  const current = alarms.find(({ id }) => id.id === currentId);
  const chosen = alarms.map(({ id }) => id.id).filter((id) => selected.has(id));
  const acknowledge = useMutation({ mutationFn: acknowledgeAlarms, onSuccess: changedByUs });
  const select = (ids: readonly string[], isSelected: boolean) => {
    const next = new Set(selected);
    for (const id of ids) isSelected ? next.add(id) : next.delete(id);
    setSelected(next);
  };
  const step = (by: number) => {
    const at = alarms.findIndex(({ id }) => id.id === currentId);
    const next = alarms[at === -1 ? 0 : Math.min(alarms.length - 1, Math.max(0, at + by))];
    setCurrent(next?.id.id);
    if (next) document.querySelector(`[data-alarm="${next.id.id}"]`)?.scrollIntoView({ block: "nearest" });
  };
  useAlarmKeys({
    next: () => step(1),
    previous: () => step(-1),
    select: () => currentId && mayHandle && select([currentId], !selected.has(currentId)),
    acknowledge: () => {
      const ids = chosen.length > 0 ? chosen : current ? [current.id.id] : [];
      if (mayHandle && ids.length > 0 && !acknowledge.isPending) acknowledge.mutate(ids);
    },
    comment: () => document.querySelector<HTMLElement>(".alarm-comment textarea")?.focus(),
    close: () => setCurrent(undefined),
  });
  const readAgain = () => {
    news.forget();
    void refetch();
  };
  return (
    <div className="alarm-layout" data-detail={currentId === undefined ? undefined : ""}>
      <section className="card">
        <div className="card-head">{controls}</div>
        {chosen.length > 0 && <BulkBar ids={chosen} />}
        <ErrorNote error={acknowledge.error} />
        {news.fresh.length > 0 && (
          <button type="button" className="alarm-new" onClick={readAgain}>
            {m.alarms.fresh(news.fresh.length)}
          </button>
        )}
        {!data ? (
          error ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : (
            <div className="card-body">
              <Skeleton />
            </div>
          )
        ) : alarms.length === 0 ? (
          <EmptyState icon="check" title={m.alarms.none} text={m.alarms.noneText}>
            {mayRules && (
              <Link className="button" to="/rules">
                {m.alarms.toRules}
              </Link>
            )}
          </EmptyState>
        ) : (
          <AlarmTable
            alarms={alarms}
            isOfOne={deviceId !== undefined}
            selected={selected}
            current={currentId}
            maySelect={mayHandle}
            onSelect={select}
            onOpen={({ id }) => setCurrent(id.id === currentId ? undefined : id.id)}
          />
        )}
        {data && (
          <Foot total={data.totalElements} page={page} onPage={(next) => setPlace({ of: wishText, page: next })} />
        )}
      </section>
      {current && <AlarmDetail key={current.id.id} alarm={current} onClose={() => setCurrent(undefined)} />}
      {data && !current && currentId !== undefined && (
        <AlarmElsewhere alarmId={currentId} onClose={() => setCurrent(undefined)} />
      )}
    </div>
  );
}

function BulkBar({ ids }: { readonly ids: readonly string[] }) {
  const m = useMessages();
  const locale = useLocale();
  return (
    <div className="alarm-bulk">
      <strong>{m.alarms.selected(countText(ids.length, locale))}</strong>
      <AlarmActions ids={ids} />
    </div>
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
  const last = Math.max(0, Math.ceil(total / alarmsPerPage) - 1);
  const names = m.alarms.keys;
  const hints = { J: names.next, K: names.previous, X: names.select, A: names.acknowledge, C: names.comment };
  return (
    <div className="alarm-keys row between">
      <span>
        {m.alarms.count(countText(total, locale))}
        {last > 0 && ` · ${page + 1} / ${last + 1}`}
      </span>
      <Pager page={page} last={last} names={m.alarms} onPage={onPage} />
      <span className="row">
        {Object.entries(hints).map(([key, text]) => (
          <span key={key}>
            <kbd>{key}</kbd> {text}
          </span>
        ))}
      </span>
    </div>
  );
}

/** What was told live, unless the list was read after it. */
const newerOf = (read: AlarmInfoRecord, told: AlarmInfoRecord | undefined): AlarmInfoRecord =>
  told && momentOf(told) >= momentOf(read) ? told : read;

const momentOf = ({ endTs, ackTs, clearTs, assignTs }: AlarmInfoRecord): number =>
  Math.max(endTs, ackTs, clearTs, assignTs);

/** As the server would filter, as far as it can be told here. */
function fitsWish(alarm: AlarmInfoRecord, wish: AlarmWish, deviceId: string | undefined): boolean {
  if (deviceId !== undefined && alarm.originator.id !== deviceId) return false;
  if (wish.severities.length > 0 && !wish.severities.includes(alarm.severity)) return false;
  if (wish.type && alarm.type !== wish.type) return false;
  const { endTime = Number.POSITIVE_INFINITY } = askedTime(wish.time);
  if (alarm.createdTime > endTime) return false;
  if (wish.state === "cleared" && !alarm.cleared) return false;
  if (wish.state === "active" && alarm.cleared) return false;
  const text = wish.text.toLowerCase();
  return `${alarm.type}\n${alarm.originatorName}`.toLowerCase().includes(text);
}
