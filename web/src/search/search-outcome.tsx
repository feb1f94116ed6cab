import { useQueryClient } from "@tanstack/react-query";
import { useMessages } from "../i18n/messages.tsx";
import type { FindingGroup } from "./finding.ts";
import { useSearchWords } from "./words/words.ts";

interface OutcomeProps {
  readonly groups: readonly FindingGroup[];
  readonly text: string;
  /** Something is still being asked for. */
  readonly isPending: boolean;
  /** The project that alone was searched. */
  readonly project: string | undefined;
  readonly onEverywhere: () => void;
}

/** How the search stands: what was found is said to who hears it; nothing at all is explained to everybody. */
export function SearchOutcome({ groups, text, isPending, project, onEverywhere }: OutcomeProps) {
  const w = useSearchWords();
  const counts = groups.flatMap(({ kind, findings }) =>
    findings.length === 0 ? [] : [`${w.kinds[kind]} ${findings.length}`],
  );
  const isEmpty = counts.length === 0;
  return (
    <>
      <div role="status" className={isEmpty ? "search-status" : "off-screen"}>
        {isPending ? w.searching : isEmpty ? w.nothing(text) : text !== "" && w.found(counts.join(", "))}
      </div>
      {isEmpty && !isPending && (
        <div className="search-hint soft">
          {project && (
            <p>
              {w.nothingInProject(project)}{" "}
              <button type="button" className="link" onClick={onEverywhere}>
                {w.everywhere}
              </button>
            </p>
          )}
          <p>{w.nothingText}</p>
        </div>
      )}
      {!isPending && groups.some(({ isFailed }) => isFailed) && <Failed />}
    </>
  );
}

function Failed() {
  const m = useMessages();
  const w = useSearchWords();
  const client = useQueryClient();
  const again = () => client.refetchQueries({ type: "active", predicate: ({ state }) => state.status === "error" });
  return (
    <p className="search-hint" role="alert">
      {w.failed}{" "}
      <button type="button" className="link" onClick={() => void again()}>
        {m.common.retry}
      </button>
    </p>
  );
}
