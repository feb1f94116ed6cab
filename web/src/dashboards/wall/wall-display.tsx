import "../../styles/wall.css";
import type { DashboardPage } from "@heliograph/contract";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { dateFormat } from "../../format/formatters.ts";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useAlone } from "../../ui/use-alone.ts";
import { OnWall } from "./on-wall.tsx";
import { type Rotation, type RotationStep, rotated } from "./rotation.ts";
import { useNewVersion } from "./use-new-version.ts";
import { useWakeLock } from "./use-wake-lock.ts";

interface WallDisplayProps {
  readonly title: string;
  readonly pages: readonly DashboardPage[];
  /** For each page; 0 stays where it is. */
  readonly seconds: number;
  /** What stands beside the clock: the time that is shown. */
  readonly time: ReactNode;
  readonly children: (page: DashboardPage) => ReactNode;
  /** The last page had its time. */
  readonly onRound?: (() => void) | undefined;
  readonly onLeave: () => void;
}

/** A dashboard on a screen that nobody touches: all of the window, page after page, awake, and always of the newest version [DSH6]. */
export function WallDisplay({ title, pages, seconds, time, children, onRound, onLeave }: WallDisplayProps) {
  const { rotation, step } = useRotation(pages.length, seconds, onRound);
  useNewVersion();
  useKeys(step, onLeave);
  const page = pages[rotation.at] ?? pages[0];
  const box = useFullScreen(onLeave);
  useAlone(box);
  if (!page) return null;
  return (
    <div className="wall" ref={box}>
      <header className="wall-head">
        <h1 className="cut">{title}</h1>
        <Pages {...{ pages, page, rotation, seconds }} />
        <span className="wall-right">
          {time}
          <Clock />
        </span>
        <WallButtons {...{ rotation, step, onLeave }} hasSeveral={pages.length > 1} />
      </header>
      <div className="wall-page">
        <OnWall>{children(page)}</OnWall>
      </div>
    </div>
  );
}

function useRotation(pages: number, seconds: number, onRound: (() => void) | undefined) {
  const [rotation, setRotation] = useState<Rotation>({ at: 0, left: seconds, isPaused: false });
  const now = useRef(rotation);
  const ended = useRef(onRound);
  ended.current = onRound;
  const step = useCallback(
    (which: RotationStep) => {
      const { rotation: next, hasEnded } = rotated(now.current, which, pages, seconds);
      now.current = next;
      setRotation(next);
      if (hasEnded) ended.current?.();
    },
    [pages, seconds],
  );
  useEffect(() => {
    if (seconds === 0) return undefined;
    const timer = setInterval(() => step("second"), 1_000);
    return () => clearInterval(timer);
  }, [seconds, step]);
  return { rotation, step };
}

const keys: Readonly<Record<string, RotationStep>> = { ArrowRight: "next", ArrowLeft: "previous", " ": "pause" };

function useKeys(step: (which: RotationStep) => void, onLeave: () => void): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const which = keys[event.key];
      if (event.key === "Escape") onLeave();
      else if (which && !(event.target instanceof HTMLButtonElement)) step(which);
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, [step, onLeave]);
}

/** Where somebody began it with a click, the whole screen; who leaves that leaves the wall display. */
function useFullScreen(onLeave: () => void) {
  const box = useRef<HTMLDivElement>(null);
  const leave = useRef(onLeave);
  leave.current = onLeave;
  useEffect(() => {
    const element = box.current;
    if (!element?.requestFullscreen || !navigator.userActivation?.isActive) return undefined;
    const left = () => document.fullscreenElement === null && leave.current();
    element.requestFullscreen().then(
      () => document.addEventListener("fullscreenchange", left),
      () => undefined, // the window does as well
    );
    return () => {
      document.removeEventListener("fullscreenchange", left);
      if (document.fullscreenElement === element) void document.exitFullscreen();
    };
  }, []);
  return box;
}

interface PagesProps {
  readonly pages: readonly DashboardPage[];
  readonly page: DashboardPage;
  readonly rotation: Rotation;
  readonly seconds: number;
}

function Pages({ pages, page, rotation, seconds }: PagesProps) {
  const m = useMessages();
  if (pages.length < 2) return null;
  return (
    <>
      <span className="wall-pages">
        {pages.map(({ id, title }) =>
          id === page.id ? <strong key={id}>{title}</strong> : <span key={id} className="wall-dot" title={title} />,
        )}
      </span>
      {seconds > 0 && (
        <span className="soft wall-next">{rotation.isPaused ? m.wall.paused : m.wall.next(rotation.left)}</span>
      )}
    </>
  );
}

interface ButtonsProps {
  readonly rotation: Rotation;
  readonly hasSeveral: boolean;
  readonly step: (which: RotationStep) => void;
  readonly onLeave: () => void;
}

/** Seen while somebody moves the pointer, or goes there with a key. */
function WallButtons({ rotation, hasSeveral, step, onLeave }: ButtonsProps) {
  const m = useMessages();
  const staysAwake = useWakeLock();
  const isMoved = usePointerMoved();
  return (
    <span className="wall-buttons" data-shown={isMoved || undefined}>
      {!staysAwake && <small className="soft">{m.wall.mayGoDark}</small>}
      {hasSeveral && (
        <button type="button" className="button" onClick={() => step("pause")}>
          <Icon name={rotation.isPaused ? "play" : "pause"} /> {rotation.isPaused ? m.wall.goOn : m.wall.pause}
        </button>
      )}
      <button type="button" className="button" onClick={onLeave}>
        <Icon name="close" /> {m.wall.leave}
      </button>
    </span>
  );
}

const shownAfterMoveMs = 4_000;

function usePointerMoved(): boolean {
  const [isMoved, setMoved] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const moved = () => {
      setMoved(true);
      clearTimeout(timer);
      timer = setTimeout(() => setMoved(false), shownAfterMoveMs);
    };
    addEventListener("pointermove", moved);
    return () => {
      clearTimeout(timer);
      removeEventListener("pointermove", moved);
    };
  }, []);
  return isMoved;
}

function Clock() {
  const locale = useLocale();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const text = dateFormat(locale, { hour: "2-digit", minute: "2-digit" }).format(now);
  return <time className="wall-clock">{text}</time>;
}
