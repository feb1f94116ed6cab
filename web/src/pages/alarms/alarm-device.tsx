import type { AlarmInfoRecord } from "@heliograph/contract";
import { Link } from "@tanstack/react-router";

type Concerned = Pick<AlarmInfoRecord, "originator" | "originatorName" | "originatorLabel">;

/** The device an alarm is about: by its name, as everywhere, with its label beside it. */
export const AlarmDevice = ({
  alarm: { originator, originatorName, originatorLabel },
}: {
  readonly alarm: Concerned;
}) => (
  <>
    <Link to="/devices/$deviceId" params={{ deviceId: originator.id }}>
      {originatorName}
    </Link>
    {originatorLabel && <span className="soft"> {originatorLabel}</span>}
  </>
);
