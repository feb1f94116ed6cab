import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { ChannelValue } from "../channels/channel-value.tsx";
import { useChannels } from "../channels/use-channels.ts";
import { dateTimeText } from "../format/time.ts";
import { useLocale, useMessages } from "../i18n/messages.tsx";
import { Icon } from "../ui/icon.tsx";
import type { Connected } from "./connected.ts";
import { HeardLately } from "./heard-lately.tsx";
import { Listening } from "./listening.tsx";
import { ProblemNote } from "./problem-note.tsx";
import { useHeard } from "./use-heard.ts";
import { checkNames, type Verdict, verdictOf } from "./verdict.ts";
import { endWaiting, type Waiting, waitingFor } from "./waiting-since.ts";

interface PanelProps {
  readonly connected: Connected;
  /** Where there is a next device to connect. */
  readonly onNext?: () => void;
}

const secondMs = 1_000;
/** After so long without anything one wants to know what to look at. */
const silentMs = 60_000;

/** Listens for the first value, and says what is wrong while none comes. */
export function WaitingPanel({ connected, onNext }: PanelProps) {
  const m = useMessages();
  const [waiting] = useState(() => waitingFor(connected.device.id.id, Date.now(), sessionStorage));
  const heard = useHeard(connected, waiting);
  const verdict = verdictOf(heard);
  const isDone = heard.hasValue || heard.hasFile;
  const waitedMs = useWaited(connected, waiting, isDone);
  return (
    <section className={`card waiting-panel${isDone ? " done" : ""}`} aria-label={m.connect.waiting}>
      <div className="card-body stack" aria-live="polite">
        {isDone ? (
          <Received {...{ heard, connected, waitedMs }} />
        ) : (
          <>
            <div>
              <h2 className="waiting-title">
                <span className={verdict.problem ? "spinner bad" : "spinner"} aria-hidden="true" />
                {verdict.problem ? m.connect.wrong : connected.isNew ? m.connect.waiting : m.connect.waitingNext}
              </h2>
              <p className="soft" aria-live="off">
                {m.connect.listening(Math.round(waitedMs / secondMs))}
              </p>
            </div>
            {verdict.problem && <ProblemNote problem={verdict.problem} connected={connected} heard={heard} />}
            {!verdict.problem && <Silence verdict={verdict} isLong={waitedMs >= silentMs} />}
          </>
        )}
        <Checks checks={verdict.checks} />
      </div>
      {!isDone && <Listening />}
      {!isDone && <HeardLately heard={heard} deviceId={connected.device.id.id} />}
      <div className="card-foot row">
        {isDone && (
          <Link to="/devices/$deviceId" params={{ deviceId: connected.device.id.id }} className="button primary">
            <span className="cut">{m.connect.open(connected.device.name)}</span>
          </Link>
        )}
        {isDone && onNext && (
          <button type="button" className="button" onClick={onNext}>
            {m.connect.next}
          </button>
        )}
        {!isDone && connected.isNew && (
          <Link to="/devices/$deviceId" params={{ deviceId: connected.device.id.id }} className="button">
            {m.connect.finishLater}
          </Link>
        )}
        {!isDone && connected.isNew && (
          <Link to="/connect" search={{ device: connected.device.id.id }} className="button ghost">
            <Icon name="book" /> {m.connect.openConnect}
          </Link>
        )}
      </div>
    </section>
  );
}

/** Counts until it is over. */
function useWaited({ device, isNew }: Connected, waiting: Waiting, isOver: boolean): number {
  const [now, setNow] = useState(() => waiting.doneAt ?? Date.now());
  useEffect(() => {
    if (isOver) {
      if (waiting.doneAt === undefined) endWaiting(device.id.id, waiting, Date.now(), isNew, sessionStorage);
      return undefined;
    }
    const timer = setInterval(() => setNow(Date.now()), secondMs);
    return () => clearInterval(timer);
  }, [device.id.id, isNew, waiting, isOver]);
  return Math.max(0, now - waiting.at);
}

export function Checks({ checks }: { readonly checks: Verdict["checks"] }) {
  const { connect: m } = useMessages();
  return (
    <ul className="connect-checks">
      {checkNames.map((name) => (
        <li key={name} className={checks[name]}>
          {checks[name] === "open" ? (
            <span className="ring" aria-hidden="true" />
          ) : (
            <Icon name={checks[name] === "good" ? "check" : "alert"} size={16} />
          )}
          <span>{checks[name] === "bad" ? m.failed[name] : m.checks[name]}</span>
          <span className="off-screen">{m.checkStates[checks[name]]}</span>
        </li>
      ))}
    </ul>
  );
}

/** Nothing went wrong, and nothing came. */
function Silence({ verdict, isLong }: { readonly verdict: Verdict; readonly isLong: boolean }) {
  const { connect: m } = useMessages();
  if (verdict.checks.token === "good") return <p>{m.connected}</p>;
  if (!isLong) return <p className="soft">{m.nothingYet}</p>;
  return (
    <div className="note note-warn" role="alert">
      <Icon name="alert" />
      <span>
        <strong>{m.nothingAtAll}.</strong> {m.nothingAtAllText}
      </span>
    </div>
  );
}

const valuesShown = 4;
const dayMs = 86_400_000;

interface ReceivedProps {
  readonly heard: ReturnType<typeof useHeard>;
  readonly connected: Connected;
  readonly waitedMs: number;
}

function Received({ heard, connected, waitedMs }: ReceivedProps) {
  const m = useMessages();
  const locale = useLocale();
  const channelOf = useChannels(connected.device.id.id);
  const values = Object.entries(heard.arrived).flatMap(([key, [point]]) => (point ? [{ key, ...point }] : []));
  const strange = values.find(({ ts }) => Math.abs(ts - Date.now()) > dayMs);
  const title = heard.hasValue
    ? connected.isNew
      ? m.connect.received
      : m.connect.receivedNext
    : m.connect.receivedFile;
  return (
    <>
      <h2 className="waiting-title good-text">
        <Icon name="check" size={22} /> {title}
        <small>{m.connect.after(Math.round(waitedMs / secondMs))}</small>
      </h2>
      {values.length > 0 && (
        <dl className="first-values">
          {values.slice(0, valuesShown).map(({ key, value }) => (
            <div key={key}>
              <dt className="break">{channelOf(key).title}</dt>
              <dd>
                <ChannelValue channel={channelOf(key)} value={value} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {strange && (
        <p className="note note-warn" role="alert">
          <Icon name="alert" /> {m.connect.clock(dateTimeText(strange.ts, locale))}
        </p>
      )}
      {!heard.hasValue && heard.hasFile && (
        <Link to="/devices/$deviceId/files" params={{ deviceId: connected.device.id.id }}>
          {m.device.tabs.files}
        </Link>
      )}
    </>
  );
}
