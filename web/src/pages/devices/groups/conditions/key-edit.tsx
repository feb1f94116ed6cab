import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { knownKeys } from "../../../../api/known-keys.ts";
import { useMessages } from "../../../../i18n/messages.tsx";
import { useMay, useTenantId } from "../../../../shell/current-user.ts";
import { TextEdit } from "../../../device-types/edit-fields.tsx";

interface KeyEditProps {
  readonly of: "telemetry" | "attributes";
  readonly value: string;
  readonly onChange: (key: string) => void;
}

/** A key, with those that are known to choose from; any other may be typed. */
export function KeyEdit({ of, value, onChange }: KeyEditProps) {
  const { deviceGroups: m } = useMessages();
  const listId = useId();
  const { data } = useQuery({ ...knownKeys(useTenantId()), enabled: useMay()("VIEW_TELEMETRY") });
  return (
    <>
      <TextEdit label={m.key} value={value} list={listId} onChange={onChange} />
      <datalist id={listId}>
        {data?.[of].map((key) => (
          <option key={key} value={key} />
        ))}
      </datalist>
    </>
  );
}
