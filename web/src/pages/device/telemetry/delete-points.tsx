import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { deletePoints } from "../../../api/telemetry.ts";
import { durationText } from "../../../format/duration.ts";
import { dateTimeText } from "../../../format/time.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { forgetTails } from "../../../live/use-live-tail.ts";
import { useMay } from "../../../shell/current-user.ts";
import { useIsPhone } from "../../../state/use-media.ts";
import { Confirm } from "../../../ui/confirm.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { toast } from "../../../ui/toast.tsx";
import { type DeletedPoints, deletedPoints } from "./deleted-points.ts";
import { readPointsAgain } from "./read-points-again.ts";
import type { TelemetrySearch, Window } from "./telemetry-search.ts";

interface DeletePointsProps {
  readonly deviceId: string;
  readonly search: TelemetrySearch;
  readonly window: Window;
}

/** What is drawn, of the time that is shown: nothing is deleted that is not seen. */
export function DeletePoints({ deviceId, search, window }: DeletePointsProps) {
  const m = useMessages();
  const textOf = useDeletedText();
  const client = useQueryClient();
  const [asked, setAsked] = useState<readonly DeletedPoints[]>(); // the window moves on while one reads
  const isPhone = useIsPhone();
  const points = deletedPoints(deviceId, search, window);
  if (!useMay()("EDIT_TELEMETRY") || points.length === 0) return null;
  const remove = async (those: readonly DeletedPoints[]) => {
    const deletions = await Promise.allSettled(those.map(deletePoints));
    if (deletions.some(({ status }) => status === "fulfilled")) {
      forgetTails(deviceId);
      await readPointsAgain(client, deviceId);
    }
    const refused = deletions.find((one) => one.status === "rejected");
    if (refused) throw refused.reason;
    toast(m.telemetry.pointsDeleted);
  };
  return (
    <>
      <button
        type="button"
        className={isPhone ? "button" : "button ghost square"}
        aria-label={m.telemetry.deletePoints}
        title={m.telemetry.deletePoints}
        onClick={() => setAsked(points)}
      >
        <Icon name="trash" /> {isPhone && m.telemetry.deletePoints}
      </button>
      {asked && (
        <Confirm
          title={m.telemetry.deletePoints}
          text={asked.map(textOf).join(" ")}
          action={m.common.delete}
          onConfirm={() => remove(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

/** In words what goes, and when it was measured: lines that are moved stand at another time. */
function useDeletedText() {
  const m = useMessages();
  const locale = useLocale();
  return ({ keys, shiftMs, from, to }: DeletedPoints): string => {
    const moved = shiftMs === 0 ? "" : ` (${m.compare.shifted(durationText(Math.abs(shiftMs), locale), shiftMs < 0)})`;
    const names = `${keys.join(", ")}${moved}`;
    return m.telemetry.deletePointsText(names, dateTimeText(from, locale), dateTimeText(to, locale));
  };
}
