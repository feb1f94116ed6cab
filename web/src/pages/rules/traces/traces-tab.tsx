import type { CheckedRule, RuleRunRecord, RuleTransitionRecord } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { ruleExplanation, ruleRuns, ruleTransitions } from "../../../api/rules.ts";
import { dateTimeText } from "../../../format/time.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { useMay } from "../../../shell/current-user.ts";
import { Icon } from "../../../ui/icon.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../../ui/states.tsx";
import { useRecipientWords } from "../../notifications/recipients/use-recipients.ts";
import { RuleChart } from "../backtest/rule-chart.tsx";
import { Filled } from "../editor/filled.tsx";
import type { Asked } from "../rule-search.ts";
import { useGround, useWording } from "../use-rule-names.ts";
import { type Answer, answerOf, dueText, type Look, lookOf, valueTexts, waitedText } from "./answer.ts";
import { DoneActions } from "./done-actions.tsx";
import { MomentChoice } from "./moment-choice.tsx";
import { phasesWithin } from "./phases.ts";
import { Checked, ConditionProof } from "./proof.tsx";
import { lastUntil, moveTrace, runTrace, type Trace, tracedOf } from "./trace.ts";
import { TraceList } from "./trace-list.tsx";
import { useDeviceNames } from "./use-device-names.ts";
import { holdsAt, waitedUntil } from "./waiting.ts";

interface TracesTabProps {
  readonly rule: CheckedRule;
  readonly asked: Asked;
  readonly onAsk: (asked: Asked) => void;
  readonly onEditor: () => void;
}

/** "Why did this (not) fire?": the answer first, then the proof [RUL5]. */
export function TracesTab(props: TracesTabProps) {
  const m = useMessages();
  const maySee = useMay()("VIEW_TELEMETRY");
  if (!maySee) return <EmptyState icon="eye" title={m.rules.traces.title} text={m.rules.traces.mayNot} />;
  return <Traces {...props} />;
}

function Traces({ rule, asked: { device: deviceId, at }, onAsk, onEditor }: TracesTabProps) {
  const m = useMessages();
  const ground = useGround(rule.definition.scope);
  const wording = useWording(ground.names, useRecipientWords());
  const { data: runs, error, refetch } = useQuery(ruleRuns(rule.id.id));
  const { data: happened } = useQuery(ruleTransitions(rule.id.id));
  const [trace, setTrace] = useState<Trace>();
  const transitions = happened?.data ?? [];
  const seen = useMemo(
    () => [...(happened?.data ?? []), ...(runs ?? [])].map((one) => one.deviceId.id),
    [runs, happened],
  );
  const names = useDeviceNames(useMemo(() => [...seen, ...(deviceId ? [deviceId] : [])], [seen, deviceId]));
  const known = new Map([...(ground.devices?.devices ?? []).map(({ id, name }) => [id, name] as const), ...names]);
  const nameOf = (id: string) => known.get(id) ?? m.rules.scope.gone;
  const current = deviceId ?? seen[0] ?? ground.devices?.devices[0]?.id;
  if (!runs || !happened || !ground.devices)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={6} />;
  return (
    <div className="trace-layout">
      <TraceList
        {...{ runs, transitions, nameOf, chosen: trace }}
        onChoose={(next) => {
          setTrace(next);
          onAsk({ device: tracedOf(next).deviceId.id });
        }}
      />
      {current === undefined ? (
        <p className="soft">{m.rules.traces.chooseDevice}</p>
      ) : (
        <Why
          key={current}
          {...{ rule, wording, transitions, at, onEditor }}
          device={{ id: current, name: nameOf(current) }}
          devices={[...known].map(([id, name]) => ({ id, name }))}
          trace={traceOf({ trace, at, deviceId: current, runs, transitions })}
          onAsk={(asked) => {
            setTrace(undefined);
            onAsk(asked);
          }}
        />
      )}
    </div>
  );
}

interface WhyProps {
  readonly rule: CheckedRule;
  readonly wording: ReturnType<typeof useWording>;
  readonly device: { readonly id: string; readonly name: string };
  readonly devices: readonly { readonly id: string; readonly name: string }[];
  readonly transitions: readonly RuleTransitionRecord[];
  readonly trace: Trace | undefined;
  /** Around which moment it is asked; now without one. */
  readonly at: number | undefined;
  readonly onAsk: (asked: Asked) => void;
  readonly onEditor: () => void;
}

const aroundMs = 900_000;
const minuteMs = 60_000;

function Why({ rule, wording, device, devices, transitions, trace, at: asked, onAsk, onEditor }: WhyProps) {
  const m = useMessages();
  const locale = useLocale();
  const w = m.rules.traces;
  const { data: now, error, refetch } = useQuery(ruleExplanation(rule.id.id, device.id));
  const [opened] = useState(() => Math.ceil(Date.now() / minuteMs) * minuteMs);
  const [zoom, setZoom] = useState<{ from: number; to: number }>();
  if (!now) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={6} />;
  const present = { ...now, holds: holdsAt(now.holds, Date.now()) };
  const isUnrecorded = asked !== undefined && trace === undefined;
  const look: Look = trace?.kind === "run" ? lookOf(trace.run) : isUnrecorded ? unrecorded : present;
  const waited = trace && waitedUntil(movedBy(trace), transitions, rule.definition);
  const answer: Answer = isUnrecorded
    ? { kind: "unknown", text: w.nothingThen }
    : waited
      ? { kind: "calm", text: waitedText(waited, wording) }
      : trace?.kind === "transition"
        ? happenedOf(trace.transition, wording)
        : answerOf(look, rule, wording);
  const told = trace?.kind === "transition" ? { ...look, isFor: true, values: trace.transition.values } : look;
  const at = trace && tracedOf(trace).ts;
  const due = at === undefined && !isUnrecorded && dueText(present, wording);
  const middle = asked ?? at;
  const range =
    zoom ??
    (middle === undefined
      ? { from: opened - 4 * aroundMs, to: opened }
      : { from: middle - aroundMs, to: middle + aroundMs });
  const own = transitions.filter(({ deviceId }) => deviceId.id === device.id);
  return (
    <div className="trace-main">
      <section className="card why">
        <h2 className="why-question">
          <Filled
            template={w.whyOf}
            places={{
              rule: <em>{rule.name}</em>,
              fire: <strong className="rule-chip is-read">{answer.kind === "fired" ? w.fire : w.notFire}</strong>,
              device: <DeviceChoice {...{ device, devices }} onDevice={(id) => onAsk({ device: id })} />,
              moment: <MomentChoice at={middle} onChange={(ms) => onAsk({ device: device.id, ...ms })} />,
            }}
          />
        </h2>
        <div className={`why-answer ${answer.kind}`} role="status">
          <Icon name={answer.kind === "fired" ? "alert" : "history"} />
          <div>
            <strong>{answer.text}</strong>
            <p>
              {[
                middle === undefined ? w.now : dateTimeText(at ?? middle, locale),
                valueTexts(told, rule.definition, wording),
                due,
              ]
                .filter(Boolean)
                .join(" · ")}
            </p>
          </div>
          <button type="button" className="button" onClick={onEditor}>
            {w.tryIt}
          </button>
        </div>
      </section>
      <section className="card" aria-label={w.chart(device.name)}>
        <RuleChart
          {...{ definition: rule.definition, names: wording.names, device, firings: [], ...range }}
          height={240}
          strip={phasesWithin(own, { ...range, to: Math.min(range.to, opened) }, now.phase)}
          onZoom={(from, to) => setZoom({ from, to })}
          onZoomOut={() => setZoom(undefined)}
        />
      </section>
      <div className="proofs">
        {trace?.kind !== "transition" && look.conditions.length > 0 && <ConditionProof {...{ look, rule, wording }} />}
        {trace?.kind === "transition" && <DoneActions {...{ transition: trace.transition, rule, wording }} />}
        {!isUnrecorded && <Checked look={told} {...{ rule, wording }} />}
      </div>
    </div>
  );
}

const unrecorded: Look = { isFor: true, phase: "NORMAL", values: {}, conditions: [], holds: [] };

/** From which state into which it led. */
const movedBy = (trace: Trace) =>
  trace.kind === "transition" ? trace.transition : { ...trace.run, from: trace.run.before, to: trace.run.after };

interface Wanted extends Pick<WhyProps, "trace" | "at" | "transitions"> {
  readonly deviceId: string;
  readonly runs: readonly RuleRunRecord[];
}

/** What was chosen in the list, else what the rule did last before the moment that is asked about. */
function traceOf({ trace, at, deviceId, runs, transitions }: Wanted): Trace | undefined {
  if (trace && tracedOf(trace).deviceId.id === deviceId) return asItIs(trace, transitions);
  return at === undefined ? undefined : lastUntil([...runs.map(runTrace), ...transitions.map(moveTrace)], deviceId, at);
}

/** What was chosen, as it was read last: its actions are done after it happened. */
function asItIs(trace: Trace, transitions: readonly RuleTransitionRecord[]): Trace {
  if (trace.kind === "run") return trace;
  const { deviceId, time, ts, to } = trace.transition;
  const now = transitions.find(
    (one) => one.deviceId.id === deviceId.id && one.time === time && one.ts === ts && one.to === to,
  );
  return now ? { kind: "transition", transition: now } : trace;
}

const capitalized = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** Something that happened answers itself. */
function happenedOf({ occasion, cause, to }: RuleTransitionRecord, { words }: WhyProps["wording"]): Answer {
  const w = words.traces;
  const what = capitalized(occasion === null ? w.phases[to] : w.occasions[occasion]);
  const hasFired = occasion === "RAISED" || occasion === "CHANGED";
  return { kind: hasFired ? "fired" : "calm", text: `${what}: ${w.causes[cause]}` };
}

interface DeviceChoiceProps extends Pick<WhyProps, "device" | "devices"> {
  readonly onDevice: (deviceId: string) => void;
}

function DeviceChoice({ device, devices, onDevice }: DeviceChoiceProps) {
  const m = useMessages();
  const options = devices.some(({ id }) => id === device.id) ? devices : [device, ...devices];
  return (
    <select
      className="why-device"
      aria-label={m.rules.traces.device}
      value={device.id}
      onChange={({ target }) => onDevice(target.value)}
    >
      {options.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
