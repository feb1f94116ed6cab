import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { knownKeys } from "../../api/known-keys.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { useTenantId } from "../../shell/current-user.ts";
import { TextEdit } from "../device-types/edit-fields.tsx";
import { completions } from "./channel-completions.ts";

interface ChannelsFieldProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** Keys one after another, of which those that devices send are offered; what nobody sends is said, not refused. */
export function ChannelsField({ text, onChange }: ChannelsFieldProps) {
  const m = useMessages();
  const listId = useId();
  const { data } = useQuery(knownKeys(useTenantId()));
  const { offered, unknown } = completions(text, data?.telemetry ?? []);
  const isAsked = data !== undefined && data.telemetry.length > 0;
  return (
    <>
      <TextEdit
        label={m.reports.channels}
        hint={isAsked && unknown.length > 0 ? m.reports.channelsUnsent(unknown.join(", ")) : m.reports.channelsHint}
        value={text}
        maxLength={4096}
        list={listId}
        onChange={onChange}
      />
      <datalist id={listId}>
        {offered.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </>
  );
}
