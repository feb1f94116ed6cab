import type { AlarmSeverity, ListedRule, RuleMode } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { deviceType } from "../../../api/device-types.ts";
import { scopeDevices } from "../../../api/rule-scope.ts";
import { countText } from "../../../format/number.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { useTenantId } from "../../../shell/current-user.ts";
import { CardTable } from "../../../ui/card-table.tsx";
import { Severity } from "../../../ui/severity.tsx";
import { Ago } from "../../../ui/time.tsx";
import { problemText } from "../problem-text.ts";
import { idsOf } from "../sentence/rule-names.ts";
import { ruleText } from "../sentence/rule-text.ts";
import { scopeText } from "../sentence/wording.ts";
import { channelNamer, type ScopeNames, useScopeNames, useWording } from "../use-rule-names.ts";

/** Rules with what they do at the moment. */
export function RuleTable({ rules }: { readonly rules: readonly ListedRule[] }) {
  const m = useMessages();
  const scopeNames = useScopeNames();
  return (
    <CardTable className="rule-table">
      <thead>
        <tr>
          <th>{m.rules.rule}</th>
          <th>{m.rules.mode}</th>
          <th className="hide-narrow">{m.rules.severity}</th>
          <th className="hide-narrow">{m.rules.scopeOf}</th>
          <th className="hide-narrow">{m.rules.lastFired}</th>
          <th>{m.rules.firing}</th>
        </tr>
      </thead>
      <tbody>
        {rules.map((rule) => (
          <RuleRow key={rule.id.id} rule={rule} names={scopeNames} />
        ))}
      </tbody>
    </CardTable>
  );
}

interface RuleRowProps {
  readonly rule: ListedRule;
  readonly names: ScopeNames;
}

function RuleRow({ rule, names: scopeNames }: RuleRowProps) {
  const locale = useLocale();
  const m = useMessages();
  const { definition, firing, lastFired } = rule;
  const isOfDevices = definition.scope.kind === "DEVICE";
  const { data } = useQuery({ ...scopeDevices(useTenantId(), definition.scope), enabled: isOfDevices });
  const typeId = idsOf(definition.scope).types[0] ?? "";
  const { data: type } = useQuery({ ...deviceType(typeId), enabled: typeId !== "", staleTime: 60_000 });
  const named = new Map(data?.devices.map(({ id, name }) => [id, name]));
  const names = {
    ...scopeNames,
    channel: channelNamer(type?.channels ?? [], locale),
    device: (id: string) => (data ? named.get(id) : "…"),
  };
  const wording = useWording(names);
  return (
    <tr>
      <td>
        <Link to="/rules/$ruleId" params={{ ruleId: rule.id.id }} className="break" data-opens>
          {rule.name}
        </Link>
        <small className="clamp soft">{ruleText(definition, wording)[0]}</small>
      </td>
      <td>
        <ModeBadge mode={rule.mode} />{" "}
        {rule.fault && (
          <span className="badge warn" title={problemText(rule.fault, m.rules.problemTexts)}>
            {m.rules.fault}
          </span>
        )}
      </td>
      <td className="hide-narrow nowrap">
        {severitiesOf(rule).map((severity) => (
          <div key={severity}>
            <Severity severity={severity} />
          </div>
        ))}
      </td>
      <td className="hide-narrow">{scopeText(definition.scope, wording)}</td>
      <td className="hide-narrow nowrap">
        {lastFired === null ? <span className="soft">{m.rules.never}</span> : <Ago ms={lastFired} />}
      </td>
      <td className="nowrap">
        {firing === 0 ? "–" : <strong className="rule-firing">{m.rules.firingAt(countText(firing, locale))}</strong>}
      </td>
    </tr>
  );
}

/** All it may raise, each once. */
const severitiesOf = ({ definition: { steps, noData } }: ListedRule): readonly AlarmSeverity[] => [
  ...new Set([...steps.map(({ severity }) => severity), ...(noData?.severity ? [noData.severity] : [])]),
];

export function ModeBadge({ mode }: { readonly mode: RuleMode }) {
  const m = useMessages();
  return (
    <span className={`badge mode-${mode.toLowerCase()}`} title={m.rules.modeTexts[mode]}>
      {m.rules.modes[mode]}
    </span>
  );
}
