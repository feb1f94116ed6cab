import { changesBetween, type DashboardContent } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { dashboardVersion, dashboardVersions } from "../../api/dashboards.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";
import { toast } from "../../ui/toast.tsx";
import { changeTexts } from "./change-text.ts";
import { useEditor, useEditorState } from "./use-editor.ts";
import { useEditorWords } from "./words/words.ts";

interface VersionsDialogProps {
  readonly dashboardId: string;
  readonly onClose: () => void;
}

/** What the dashboard was; each can be compared with what is edited, and taken into the editor: saving makes it the newest [DSH2]. */
export function VersionsDialog({ dashboardId, onClose }: VersionsDialogProps) {
  const { versions: w } = useEditorWords().parts;
  const { data, error, refetch } = useQuery(dashboardVersions(dashboardId));
  const [chosen, setChosen] = useState<number>();
  const version = chosen ?? data?.[0]?.version;
  return (
    <Dialog title={w.title} size="wide" onClose={onClose}>
      {!data && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton />)}
      {data && (
        <div className="columns">
          <ol className="version-list edit-versions">
            {data.map((one) => (
              <li key={one.version}>
                <button type="button" aria-pressed={one.version === version} onClick={() => setChosen(one.version)}>
                  <strong>{w.version(one.version)}</strong>{" "}
                  <small className="soft">
                    <Time ms={one.savedTime} /> {one.savedBy}
                  </small>
                </button>
              </li>
            ))}
          </ol>
          {version !== undefined && <Difference key={version} {...{ dashboardId, version, onClose }} />}
        </div>
      )}
    </Dialog>
  );
}

interface DifferenceProps extends VersionsDialogProps {
  readonly version: number;
}

const linesAtMost = 100;

function Difference({ dashboardId, version, onClose }: DifferenceProps) {
  const words = useEditorWords();
  const { versions: w } = words.parts;
  const editor = useEditor();
  const { present } = useEditorState().history;
  const { data, error, refetch } = useQuery(dashboardVersion(dashboardId, version));
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton />;
  const { title, configuration } = data;
  const then: DashboardContent = { title, configuration };
  const lines = changeTexts(changesBetween(present, then), [then, present], words);
  const take = () => {
    editor.change(then, "merged");
    toast(w.taken(version));
    onClose();
  };
  return (
    <section className="stack" aria-label={w.version(version)}>
      {lines.length === 0 ? (
        <p className="soft">{w.same}</p>
      ) : (
        <>
          <h3>{w.wouldChange}</h3>
          <ul className="edit-changes">
            {lines.slice(0, linesAtMost).map((line) => (
              <li key={line} className="break">
                {line}
              </li>
            ))}
          </ul>
          <div>
            <button type="button" className="button primary" onClick={take}>
              {w.take}
            </button>
          </div>
        </>
      )}
    </section>
  );
}
