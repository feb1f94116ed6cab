import type { CheckedRule, RuleVersionRecord } from "@heliograph/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { rule as ruleQuery, ruleVersions, saveRule } from "../../../api/rules.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useMay } from "../../../shell/current-user.ts";
import { Confirm } from "../../../ui/confirm.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { ErrorState, Skeleton } from "../../../ui/states.tsx";
import { Time } from "../../../ui/time.tsx";
import { toast } from "../../../ui/toast.tsx";
import { useRecipientWords } from "../../notifications/recipients/use-recipients.ts";
import { ModeBadge } from "../list/rule-table.tsx";
import { partText } from "../sentence/part-text.ts";
import { ruleText } from "../sentence/rule-text.ts";
import { useGround, useWording } from "../use-rule-names.ts";
import { lineChanges, partChanges } from "./differences.ts";

interface VersionsTabProps {
  readonly rule: CheckedRule;
  readonly onRestored: (now: CheckedRule) => void;
}

/** What the rule was; each can be compared with now, and come back [RUL5]. */
export function VersionsTab({ rule, onRestored }: VersionsTabProps) {
  const m = useMessages();
  const { data, error, refetch } = useQuery(ruleVersions(rule.id.id));
  const [chosen, setChosen] = useState<number>();
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={5} />;
  const version = data.data.find((one) => one.version === chosen) ?? data.data[0];
  return (
    <div className="rule-versions">
      <section className="card">
        <ol className="version-list">
          {data.data.map((one) => (
            <li key={one.version}>
              <button type="button" aria-pressed={one === version} onClick={() => setChosen(one.version)}>
                <strong>{m.rules.versions.version(one.version)}</strong> <ModeBadge mode={one.mode} />
                {one.version === rule.version && <span className="badge accent">{m.rules.versions.current}</span>}
                <small className="soft break">
                  <Time ms={one.time} /> {m.rules.versions.by(one.savedBy)}
                </small>
              </button>
            </li>
          ))}
        </ol>
      </section>
      {version && <Difference key={version.version} version={version} rule={rule} onRestored={onRestored} />}
    </div>
  );
}

interface DifferenceProps extends VersionsTabProps {
  readonly version: RuleVersionRecord;
}

const partOf = ({ name, description, definition }: Pick<RuleVersionRecord, "name" | "description" | "definition">) => ({
  name,
  description,
  ...definition,
});

/** As sentences, and then part by part. */
function Difference({ version, rule, onRestored }: DifferenceProps) {
  const m = useMessages();
  const w = m.rules.versions;
  const mayEdit = useMay()("EDIT_RULES");
  const wording = useWording(useGround(version.definition.scope).names, useRecipientWords());
  const [before, after] = [partOf(version), partOf(rule)];
  const isSame = JSON.stringify(before) === JSON.stringify(after);
  const lines = lineChanges(ruleText(version.definition, wording), ruleText(rule.definition, wording));
  return (
    <section className="card" aria-label={w.version(version.version)}>
      <div className="card-head">
        <h2>{w.version(version.version)}</h2>
        {mayEdit && !isSame && <Restore version={version} rule={rule} onRestored={onRestored} />}
      </div>
      <div className="card-body">
        <ul className="version-lines">
          {lines.map(({ text, change }) => (
            <li key={`${change} ${text}`} data-change={change}>
              {change && <span className="off-screen">{change === "removed" ? w.before : w.after}: </span>}
              {text}
            </li>
          ))}
        </ul>
        {isSame ? (
          <p className="soft">{w.same}</p>
        ) : (
          <>
            <h3>{w.changed}</h3>
            <div className="table-scroll">
              <table className="table version-changes">
                <thead>
                  <tr>
                    <th>{w.part}</th>
                    <th>{w.before}</th>
                    <th>{w.after}</th>
                  </tr>
                </thead>
                <tbody>
                  {partChanges(before, after).map((one) => (
                    <tr key={one.path}>
                      <td>
                        <span title={one.path}>{partText(one.path, m.rules)}</span>
                      </td>
                      <td className="break">{one.before}</td>
                      <td className="break">{one.after}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </>
        )}
      </div>
    </section>
  );
}

function Restore({ version, rule, onRestored }: DifferenceProps) {
  const m = useMessages();
  const w = m.rules.versions;
  const client = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const restore = async () => {
    const { name, description, definition } = version;
    const now = await saveRule({ id: rule.id, version: rule.version, name, description, definition });
    client.setQueryData(ruleQuery(rule.id.id).queryKey, now);
    onRestored(now);
    toast(w.restored(version.version));
    for (const key of ["rules", "rule-versions", "audit"]) void client.invalidateQueries({ queryKey: [key] });
  };
  return (
    <>
      <button type="button" className="button" onClick={() => setAsked(true)}>
        <Icon name="history" /> {w.restore}
      </button>
      {isAsked && (
        <Confirm
          title={w.restoreTitle(version.version)}
          text={w.restoreText}
          action={w.restore}
          onConfirm={restore}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
