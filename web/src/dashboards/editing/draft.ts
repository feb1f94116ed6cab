import { type DashboardContent, emptyConfiguration } from "@heliograph/contract";

/** Unsaved work, kept in this browser [DSH5]. */
export interface Draft {
  /** The version it was made from. */
  readonly version: number;
  readonly content: DashboardContent;
  readonly keptAt: number;
}

export interface DraftStore {
  read(): Draft | undefined;
  /** Whether there was room for it. */
  keep(draft: Draft): boolean;
  forget(): void;
}

/** What one did not save is found by oneself alone. */
export function draftStore(userId: string, dashboardId: string, storage: Storage): DraftStore {
  const key = `heliograph.dashboard-draft.${userId}.${dashboardId}`;
  const forget = () => storage.removeItem(key);
  return {
    read: () => readDraft(storage.getItem(key)),
    keep: (draft) => {
      try {
        storage.setItem(key, JSON.stringify(draft));
        return true;
      } catch {
        forget(); // an older one is not what was left
        return false;
      }
    },
    forget,
  };
}

/** What cannot be read is as good as nothing. */
function readDraft(text: string | null): Draft | undefined {
  try {
    const draft: unknown = JSON.parse(text ?? "null");
    return isDraft(draft) ? draft : undefined;
  } catch {
    return undefined;
  }
}

function isDraft(value: unknown): value is Draft {
  const { version, content, keptAt } = (value ?? {}) as Partial<Draft>;
  return (
    typeof version === "number" &&
    typeof keptAt === "number" &&
    typeof content?.title === "string" &&
    content.configuration?.format === emptyConfiguration().format
  );
}
