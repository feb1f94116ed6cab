import { ApiError } from "@heliograph/client";
import { useFirstWords } from "../i18n/messages.tsx";
import { CopyButton } from "./copy.tsx";

/** Refusals that say: somebody saved it since it was read. */
const staleRefusals = new Set([
  "CALCULATED_STALE",
  "DEVICE_CHANNELS_STALE",
  "DEVICE_GROUP_STALE",
  "DEVICE_TYPE_STALE",
  "DEVICE_VIEW_STALE",
  "LIMITS_CHANGED",
  "NOTIFICATION_POLICY_STALE",
  "REPORT_STALE",
  "ROLE_CHANGED",
  "RULE_STALE",
  "SCHEDULE_STALE",
  "SETTINGS_CHANGED",
  "SIGN_IN_RULES_CHANGED",
  "TERMS_CHANGED",
]);

export const isStale = (error: unknown): boolean =>
  error instanceof ApiError && error.code !== undefined && staleRefusals.has(error.code);

interface NewerVersionProps {
  readonly onLoad: () => void;
  /** What was made meanwhile, to be kept somewhere before it goes. */
  readonly mine?: string;
}

/** The way on after somebody else saved first: theirs is loaded, and what one has can be kept. */
export function NewerVersion({ onLoad, mine }: NewerVersionProps) {
  const m = useFirstWords();
  return (
    <div className="row newer-version">
      <button type="button" className="button" onClick={onLoad}>
        {m.common.loadNewer}
      </button>
      {mine !== undefined && <CopyButton text={mine} label={m.common.copyMine} />}
    </div>
  );
}
