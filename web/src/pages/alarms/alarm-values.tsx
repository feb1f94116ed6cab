import type { AlarmInfoRecord } from "@heliograph/contract";
import { Link } from "@tanstack/react-router";
import { ruleOfAlarm } from "../../api/rules.ts";
import { valueText } from "../../format/number.ts";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { useMay } from "../../shell/current-user.ts";
import { pageNeeds } from "../../shell/page-needs.ts";
import { Time } from "../../ui/time.tsx";

/** What caused it; of an alarm of a rule, with the way to the rule. */
export function AlarmValues({ alarm: { details, startTs, endTs, originator } }: { readonly alarm: AlarmInfoRecord }) {
  const m = useMessages();
  const rule = ruleOfAlarm(details);
  const values = rule ? Object.entries(rule.values) : entriesOf(details);
  const caused = rule?.file === undefined ? values : [[m.alarms.file, rule.file] as const, ...values];
  const ended = Object.entries(rule?.endValues ?? {});
  return (
    <section>
      <div className="row between">
        <h3>{m.alarms.values}</h3>
        <small className="soft">
          <Time ms={endTs} />
        </small>
      </div>
      {rule && <RuleLink ruleId={rule.ruleId} name={rule.name} deviceId={originator.id} at={startTs} />}
      {caused.length === 0 ? <p className="soft">{m.alarms.noValues}</p> : <ValueList values={caused} />}
      {ended.length > 0 && (
        <>
          <h3>{m.alarms.endValues}</h3>
          <ValueList values={ended} />
        </>
      )}
    </section>
  );
}

function ValueList({ values }: { readonly values: readonly (readonly [name: string, value: unknown])[] }) {
  const locale = useLocale();
  return (
    <dl className="alarm-values">
      {values.map(([name, value]) => (
        <div key={name} style={{ display: "contents" }}>
          <dt className="soft break">{name}</dt>
          <dd className="break">{valueText(value, locale)}</dd>
        </div>
      ))}
    </dl>
  );
}

interface RuleLinkProps {
  readonly ruleId: string;
  readonly name: string;
  readonly deviceId: string;
  readonly at: number;
}

/** An alarm of a rule leads to why it fired [RUL5]. */
function RuleLink({ ruleId, name, deviceId, at }: RuleLinkProps) {
  const m = useMessages();
  const maySee = useMay()(pageNeeds.rules);
  if (!maySee) return name === "" ? null : <p>{m.alarms.ofRule(name)}</p>;
  return (
    <p>
      <Link to="/rules/$ruleId" params={{ ruleId }}>
        {m.alarms.ofRule(name)}
      </Link>
      {" · "}
      <Link to="/rules/$ruleId" params={{ ruleId }} search={{ tab: "traces", device: deviceId, at }}>
        {m.alarms.whyFired}
      </Link>
    </p>
  );
}

/** By name, where there are names. */
function entriesOf(details: unknown): readonly (readonly [name: string, value: unknown])[] {
  if (details === null) return [];
  return typeof details === "object" && !Array.isArray(details) ? Object.entries(details) : [["", details]];
}
