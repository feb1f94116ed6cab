import { useRouter } from "@tanstack/react-router";
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { useCurrentUser } from "../shell/current-user.ts";
import { useProject, useProjects } from "../shell/use-project.ts";
import { Icon } from "../ui/icon.tsx";
import { useSettled } from "../ui/use-settled.ts";
import type { Finding, FindingGroup } from "./finding.ts";
import { FindingList } from "./finding-list.tsx";
import { RecentChoices } from "./recent.ts";
import { SearchFoot } from "./search-foot.tsx";
import { SearchOutcome } from "./search-outcome.tsx";
import { isSearching } from "./search-state.ts";
import { typedSearch } from "./typed-search.ts";
import { useActive } from "./use-active.ts";
import { useFindings } from "./use-findings.ts";
import { useSearchWords } from "./words/words.ts";

/** The server is asked when nothing was typed for so long. */
const quietMs = 150;

/** What is typed, and what there is of it. */
export function SearchPanel() {
  const w = useSearchWords();
  const list = useId();
  const [text, setText] = useState("");
  const [isEverywhere, setEverywhere] = useState(false);
  const project = useProjectName();
  const typed = typedSearch(text);
  const settled = typedSearch(useSettled(text, quietMs));
  const projectId = isEverywhere ? undefined : project?.id;
  const groups = useFindings(typed, { ...settled, projectId });
  const recent = useRecent();
  const shown: readonly FindingGroup[] =
    typed.text === "" && !typed.isActionsOnly ? withRecent(recent, groups) : groups;
  const { active, move, want } = useActive(shown.flatMap(({ findings }) => findings));
  const choose = useChoice();
  const isPending = text !== "" && (settled.text !== typed.text || shown.some((group) => group.isPending));
  const later = useLater(active, isPending, text, choose);
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "Enter" && active) choose(active, event.ctrlKey || event.metaKey);
    else if (event.key === "Enter") later();
    else return;
    event.preventDefault();
  };
  return (
    <div className="search-panel">
      <div className="search-head">
        <Icon name="search" size={20} />
        <input
          // biome-ignore lint/a11y/noAutofocus: whoever opens a search means to type
          autoFocus
          type="text"
          role="combobox"
          aria-label={w.placeholder}
          aria-expanded="true"
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={active && `${list} ${active.id}`.replaceAll(" ", "_")}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          placeholder={w.placeholder}
          value={text}
          maxLength={200}
          onChange={({ target }) => {
            setText(target.value);
            want(undefined);
          }}
          onKeyDown={onKey}
        />
        <CloseButton />
      </div>
      {project && (
        <button
          type="button"
          className="search-project"
          aria-pressed={!isEverywhere}
          onClick={() => setEverywhere(!isEverywhere)}
        >
          <Icon name={isEverywhere ? "projects" : "check"} size={14} /> {w.only(project.name)}
        </button>
      )}
      <FindingList
        {...{ list, groups: shown, active, words: typed.words }}
        onPoint={({ id }) => want(id)}
        onChoose={choose}
      />
      <SearchOutcome
        {...{ groups: shown, text: typed.text, isPending }}
        project={isEverywhere ? undefined : project?.name}
        onEverywhere={() => setEverywhere(true)}
      />
      <SearchFoot />
    </div>
  );
}

function CloseButton() {
  const w = useSearchWords();
  return (
    <button type="button" className="search-close" onClick={() => isSearching.set(false)}>
      <kbd>Esc</kbd>
      <Icon name="close" size={20} />
      <span className="off-screen">{w.close}</span>
    </button>
  );
}

/** The project that is looked at: nothing else is found, unless one asks for it [PRJ1]. */
function useProjectName(): { readonly id: string; readonly name: string } | undefined {
  const w = useSearchWords();
  const { project } = useProject();
  const named = useProjects()?.find(({ id }) => id.id === project);
  if (project === undefined) return undefined;
  return { id: project, name: named?.name ?? w.noProject };
}

const ofWhom = (user: { readonly authorityId: { readonly id: string } }) => new RecentChoices(user.authorityId.id);

/** What was chosen last, as far as one may still see it. */
function useRecent(): readonly Finding[] {
  const user = useCurrentUser();
  const [kept] = useState(() => ofWhom(user).list());
  return kept.filter((choice) => choice.href !== undefined);
}

const withRecent = (recent: readonly Finding[], groups: readonly FindingGroup[]): readonly FindingGroup[] => {
  if (recent.length === 0) return groups;
  const known = new Set(recent.map(({ id }) => id));
  const rest = groups.map((group) => ({ ...group, findings: group.findings.filter(({ id }) => !known.has(id)) }));
  return [{ kind: "recent", findings: recent }, ...rest];
};

/** Whoever types fast has pressed Enter before anything was found: then the first that is found is meant. */
function useLater(
  active: Finding | undefined,
  isPending: boolean,
  text: string,
  choose: (finding: Finding, inNewTab: boolean) => void,
): () => void {
  const [wanted, want] = useState<string>();
  const isWanted = wanted === text && active !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when there is something
  useEffect(() => {
    if (isWanted) choose(active, false);
  }, [isWanted]);
  return () => isPending && want(text);
}

/** Goes there, or does it, and remembers it. */
function useChoice(): (finding: Finding, inNewTab: boolean) => void {
  const router = useRouter();
  const user = useCurrentUser();
  return (finding, inNewTab) => {
    const { href, run } = finding;
    if (href !== undefined) ofWhom(user).add(finding);
    if (href !== undefined && inNewTab) return void open(href, "_blank", "noopener");
    isSearching.set(false);
    if (href !== undefined) router.history.push(href);
    run?.();
  };
}
