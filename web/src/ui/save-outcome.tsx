import { useMessages } from "../i18n/messages.tsx";
import { Icon } from "./icon.tsx";
import { isStale, NewerVersion } from "./newer-version.tsx";
import { ErrorNote } from "./states.tsx";

interface SaveOutcomeProps {
  readonly error: unknown;
  /** Somebody saved a newer one meanwhile, and nothing was tried yet. */
  readonly isOutdated: boolean;
  readonly onLoadNewer: () => void;
  /** What is not saved, to be kept somewhere. */
  readonly mine: unknown;
}

/** Why something is not saved, or could not be, and the way on. */
export function SaveOutcome({ error, isOutdated, onLoadNewer, mine }: SaveOutcomeProps) {
  const m = useMessages();
  return (
    <>
      {isOutdated && !error && (
        <p className="note note-warn" role="status">
          <Icon name="alert" /> {m.common.newerThere}
        </p>
      )}
      <ErrorNote error={error} />
      {(isOutdated || isStale(error)) && <NewerVersion onLoad={onLoadNewer} mine={JSON.stringify(mine, null, 2)} />}
    </>
  );
}
