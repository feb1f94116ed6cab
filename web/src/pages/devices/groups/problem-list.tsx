import type { GroupProblem } from "@heliograph/contract";
import { useMessages } from "../../../i18n/messages.tsx";
import { Icon } from "../../../ui/icon.tsx";

/** What of a filter matches nothing, and why. */
export function ProblemList({ problems }: { readonly problems: readonly GroupProblem[] }) {
  const { deviceGroups: m } = useMessages();
  if (problems.length === 0) return null;
  return (
    <div className="group-problems" role="note">
      <Icon name="alert" />
      <div>
        {m.problem}
        <ul>
          {problems.map(({ path, code }) => (
            <li key={path.join(".")}>
              {path.map((index) => index + 1).join(".")}: {m.problems[code]}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
