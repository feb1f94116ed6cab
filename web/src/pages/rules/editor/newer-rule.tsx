import type { CheckedRule } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { ruleVersions } from "../../../api/rules.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { Time } from "../../../ui/time.tsx";
import { useRecipientWords } from "../../notifications/recipients/use-recipients.ts";
import { ruleText } from "../sentence/rule-text.ts";
import { useGround, useWording } from "../use-rule-names.ts";
import { lineChanges } from "../versions/differences.ts";
import type { RuleDraft } from "./draft.ts";

interface NewerRuleProps {
  readonly theirs: CheckedRule;
  readonly mine: RuleDraft;
}

/** What somebody else saved while this one was changed, and in what both differ: nothing of either is lost. */
export function NewerRule({ theirs, mine }: NewerRuleProps) {
  const { rules: words } = useMessages();
  const { data } = useQuery(ruleVersions(theirs.id.id));
  const wording = useWording(useGround(mine.definition.scope).names, useRecipientWords());
  const saved = data?.data.find(({ version }) => version === theirs.version);
  const [before, after] = [theirs, mine].map(({ name, definition }) => [name, ...ruleText(definition, wording)]);
  const differing = lineChanges(before ?? [], after ?? []).filter(({ change }) => change !== undefined);
  return (
    <section className="note newer-rule" aria-label={words.newer.title}>
      <strong>
        {words.versions.version(theirs.version)} {saved && <Time ms={saved.time} />}{" "}
        {saved && words.versions.by(saved.savedBy)}
      </strong>
      <ul className="version-lines">
        {differing.map(({ text, change }) => (
          <li key={`${change} ${text}`} data-change={change}>
            <small className="soft">{change === "removed" ? words.newer.theirs : words.newer.mine}:</small> {text}
          </li>
        ))}
      </ul>
      {differing.length === 0 && <p>{words.versions.same}</p>}
    </section>
  );
}
