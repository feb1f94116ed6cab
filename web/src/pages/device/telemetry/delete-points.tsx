import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { deletePoints } from "../../../api/telemetry.ts";
import { dateTimeText } from "../../../format/time.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { forgetTails } from "../../../live/use-live-tail.ts";
import { useMay } from "../../../shell/current-user.ts";
import { useIsPhone } from "../../../state/use-media.ts";
import { Confirm } from "../../../ui/confirm.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { toast } from "../../../ui/toast.tsx";
import type { Window } from "./telemetry-search.ts";

interface DeletePointsProps {
  readonly deviceId: string;
  readonly keys: readonly string[];
  readonly window: Window;
}

/** What is drawn, of the time that is shown: nothing is deleted that is not seen. */
export function DeletePoints({ deviceId, keys, window }: DeletePointsProps) {
  const m = useMessages();
  const locale = useLocale();
  const client = useQueryClient();
  const [asked, setAsked] = useState<Window>(); // the window moves on while one reads
  const isPhone = useIsPhone();
  if (!useMay()("EDIT_TELEMETRY") || keys.length === 0) return null;
  const remove = async ({ from, to }: Window) => {
    await deletePoints({ deviceId, keys, from: Math.floor(from), to: Math.ceil(to) });
    forgetTails(deviceId);
    // A first read that is under way would count as the one that is asked for now, with what it has seen before.
    await Promise.all(["history", "states"].map((kind) => client.cancelQueries({ queryKey: [kind, deviceId] })));
    await Promise.all(["history", "states"].map((kind) => client.invalidateQueries({ queryKey: [kind, deviceId] })));
    void client.invalidateQueries({ queryKey: ["latest", deviceId] });
    toast(m.telemetry.pointsDeleted);
  };
  const text = (ms: number) => dateTimeText(ms, locale);
  return (
    <>
      <button
        type="button"
        className={isPhone ? "button" : "button ghost square"}
        aria-label={m.telemetry.deletePoints}
        title={m.telemetry.deletePoints}
        onClick={() => setAsked(window)}
      >
        <Icon name="trash" /> {isPhone && m.telemetry.deletePoints}
      </button>
      {asked && (
        <Confirm
          title={m.telemetry.deletePoints}
          text={m.telemetry.deletePointsText(keys.join(", "), text(asked.from), text(asked.to))}
          action={m.common.delete}
          onConfirm={() => remove(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
