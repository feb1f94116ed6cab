import type { AlarmInfoRecord } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { rule } from "../../api/rules.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { Skeleton } from "../../ui/states.tsx";
import { RuleChart } from "../rules/backtest/rule-chart.tsx";
import { conditionText } from "../rules/sentence/rule-text.ts";
import { useGround, useWording } from "../rules/use-rule-names.ts";
import { shownAround } from "./shown-around.ts";

interface AlarmChartProps {
  readonly alarm: AlarmInfoRecord;
  readonly ruleId: string;
}

/** What the device measured around the alarm, with the limit and for how long it was up [ALM4]. */
export function AlarmChart({ alarm, ruleId }: AlarmChartProps) {
  const { data, error } = useQuery(rule(ruleId));
  if (error) return null; // of a rule that is gone; what it measured is told beside it
  return data ? <Drawn alarm={alarm} definition={data.definition} /> : <Skeleton lines={3} />;
}

type Definition = Parameters<typeof RuleChart>[0]["definition"];

function Drawn({ alarm, definition }: { readonly alarm: AlarmInfoRecord; readonly definition: Definition }) {
  const m = useMessages();
  const { names } = useGround(definition.scope);
  const wording = useWording(names);
  const [opened] = useState(Date.now);
  const [zoom, setZoom] = useState<{ from: number; to: number }>();
  const { originator, severity, startTs, cleared, clearTs } = alarm;
  const to = cleared ? clearTs : opened;
  const firing = { deviceId: originator.id, from: startTs, to, isOver: cleared, severity, highest: null, lowest: null };
  const step = definition.steps.find((one) => one.severity === severity);
  return (
    <section aria-label={m.alarms.chart}>
      {step && <p className="soft break">{conditionText(step.when, definition.inputs, wording)}</p>}
      <div className="alarm-chart">
        <RuleChart
          {...{ definition, names, firings: [firing], height: 180 }}
          {...(zoom ?? shownAround(startTs, to, opened))}
          device={{ id: originator.id, name: alarm.originatorName }}
          onZoom={(from, until) => setZoom({ from, to: until })}
          onZoomOut={() => setZoom(undefined)}
        />
      </div>
    </section>
  );
}
