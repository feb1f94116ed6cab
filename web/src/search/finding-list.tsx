import { useEffect, useRef } from "react";
import { Icon, type IconName } from "../ui/icon.tsx";
import type { Finding, FindingGroup, FindingKind } from "./finding.ts";
import { markedParts } from "./typed-search.ts";
import { useSearchWords } from "./words/words.ts";

const icons: Record<FindingKind, IconName> = {
  devices: "devices",
  channels: "chart",
  files: "file",
  dashboards: "dashboards",
  rules: "rules",
  pages: "right",
  actions: "plus",
  steps: "right",
};

interface ListProps {
  readonly list: string;
  readonly groups: readonly FindingGroup[];
  readonly active: Finding | undefined;
  readonly words: readonly string[];
  readonly onPoint: (finding: Finding) => void;
  readonly onChoose: (finding: Finding, inNewTab: boolean) => void;
}

/** One list of groups with names: who hears it is told of which group each is. */
export function FindingList({ list, groups, active, ...rest }: ListProps) {
  const w = useSearchWords();
  const box = useRef<HTMLDivElement>(null);
  const activeId = active?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: again for each that is moved to
  useEffect(() => {
    box.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [activeId]);
  return (
    <div ref={box} id={list} className="search-list" role="listbox" aria-label={w.results} tabIndex={-1}>
      {groups
        .filter(({ findings }) => findings.length > 0)
        .map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list
          <div key={group.kind} role="group" aria-label={w.kinds[group.kind]}>
            <GroupHead group={group} />
            {group.findings.map((finding) => (
              <Option
                key={finding.id}
                {...{ finding, ...rest }}
                id={`${list} ${finding.id}`.replaceAll(" ", "_")}
                isActive={finding.id === activeId}
              />
            ))}
          </div>
        ))}
    </div>
  );
}

function GroupHead({ group: { kind, findings, total = 0 } }: { readonly group: FindingGroup }) {
  const w = useSearchWords();
  return (
    <div className="search-group" aria-hidden="true">
      <span>{w.kinds[kind]}</span>
      {total > findings.length && <span>{w.some(findings.length, total)}</span>}
    </div>
  );
}

interface OptionProps extends Pick<ListProps, "words" | "onPoint" | "onChoose"> {
  readonly id: string;
  readonly finding: Finding;
  readonly isActive: boolean;
}

function Option({ id, finding, isActive, words, onPoint, onChoose }: OptionProps) {
  const { title, detail, href, kind, icon = icons[kind], mark, state } = finding;
  return (
    // A link, so that the browser offers what it offers for links; what only does something leads nowhere.
    // Keys are listened to where one types.
    <a
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      className="search-option"
      href={href}
      onPointerMove={() => isActive || onPoint(finding)}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onChoose(finding, false);
      }}
    >
      <span className="search-mark">{mark ?? <Icon name={icon} />}</span>
      <span className="search-title">
        <Marked {...{ title, words }} />
      </span>
      {detail && <span className="search-detail soft">{detail}</span>}
      {state && <span className="search-state">{state}</span>}
    </a>
  );
}

const Marked = ({ title, words }: { readonly title: string; readonly words: readonly string[] }) =>
  markedParts(title, words).map(({ text, isMarked }, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one name, in their order
    isMarked ? <mark key={at}>{text}</mark> : text,
  );
