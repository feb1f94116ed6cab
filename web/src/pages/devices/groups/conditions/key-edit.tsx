import { useId } from "react";
import { meaningOf, meantKey, offeredKey, offeredText } from "../../../../dashboards/editing/fields/known-channel.ts";
import { useMessages } from "../../../../i18n/messages.tsx";
import { TextEdit } from "../../../device-types/edit-fields.tsx";
import { type KnownKey, useKnownKeys } from "../../keys/use-known-keys.ts";

interface KeyEditProps {
  readonly of: "telemetry" | "attributes";
  readonly value: string;
  readonly onChange: (key: string, known: KnownKey | undefined) => void;
}

/** A key, found by the name people know; any other may be typed. */
export function KeyEdit({ of, value, onChange }: KeyEditProps) {
  const { deviceGroups: m } = useMessages();
  const listId = useId();
  const known = useKnownKeys()[of];
  const set = (key: string) =>
    onChange(
      key,
      known.find((one) => one.key === key),
    );
  const settle = () => {
    const meant = meantKey(value, known);
    if (meant !== value) set(meant);
  };
  const chosen = known.find(({ key }) => key === value);
  const said = chosen && meaningOf(chosen) !== value ? meaningOf(chosen) : undefined;
  return (
    <>
      <TextEdit
        label={of === "telemetry" ? m.channel : m.attribute}
        value={value}
        list={listId}
        placeholder={m.nameOrKey}
        {...(said !== undefined && { hint: said })}
        onChange={(text) => set(offeredKey(text, known) ?? text)}
        onLeave={settle}
      />
      <datalist id={listId}>
        {[...new Set(known.map(offeredText))].map((text) => (
          <option key={text} value={text} />
        ))}
      </datalist>
    </>
  );
}
