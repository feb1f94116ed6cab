import type { ReactNode } from "react";
import { useMessages } from "../../../i18n/messages.tsx";
import { Icon } from "../../../ui/icon.tsx";
import type { FileChoice } from "./file-filter.ts";

interface FileToolbarProps {
  readonly time: ReactNode;
  readonly choice: FileChoice;
  readonly tags: readonly string[];
  readonly onChange: (choice: FileChoice) => void;
}

export function FileToolbar({ time, choice, tags, onChange }: FileToolbarProps) {
  const m = useMessages();
  return (
    <search className="row">
      {time}
      <select
        aria-label={m.files.tag}
        value={choice.tag}
        onChange={({ target }) => onChange({ ...choice, tag: target.value })}
      >
        <option value="">{m.files.allTags}</option>
        {tags.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
      <select
        aria-label={m.files.storage}
        value={choice.status}
        onChange={({ target }) => onChange({ ...choice, status: target.value })}
      >
        <option value="">{m.files.anywhere}</option>
        {m.files.status.map((text, status) => (
          <option key={text} value={status}>
            {text}
          </option>
        ))}
      </select>
      <div className="search">
        <Icon name="search" />
        <input
          type="search"
          aria-label={m.files.search}
          placeholder={m.files.search}
          value={choice.text}
          onChange={({ target }) => onChange({ ...choice, text: target.value })}
        />
      </div>
    </search>
  );
}
