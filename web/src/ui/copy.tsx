import { useState } from "react";
import { useFirstWords } from "../i18n/messages.tsx";
import { Icon, type IconName } from "./icon.tsx";

const shownMs = 1_500;

/** The clipboard of the browser exists on https and localhost only; elsewhere the old way does it. */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "off-screen";
  (document.querySelector("dialog[open]") ?? document.body).append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

interface CopyButtonProps {
  readonly text: string;
  /** Words beside the icon. */
  readonly label?: string;
  /** What is copied, where the icon alone would not say. */
  readonly title?: string;
  readonly icon?: IconName;
  /** The one thing to do here. */
  readonly isPrimary?: boolean;
}

export function CopyButton({ text, label, title, icon = "copy", isPrimary = false }: CopyButtonProps) {
  const m = useFirstWords();
  const name = title ?? m.common.copy;
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await copyText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), shownMs);
  };
  return (
    <button
      type="button"
      className={isPrimary ? "button primary" : label ? "button" : "button ghost square"}
      aria-label={label ? undefined : name}
      title={name}
      onClick={() => void copy()}
    >
      <Icon name={isCopied ? "check" : icon} />
      {label && <span>{isCopied ? m.common.copied : label}</span>}
    </button>
  );
}
