import { useState } from "react";
import { useMessages } from "../i18n/messages.tsx";
import { Icon } from "./icon.tsx";

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

export function CopyButton({ text, label }: { readonly text: string; readonly label?: string }) {
  const m = useMessages();
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await copyText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), shownMs);
  };
  return (
    <button
      type="button"
      className={label ? "button" : "button ghost square"}
      aria-label={label ? undefined : m.common.copy}
      title={m.common.copy}
      onClick={() => void copy()}
    >
      <Icon name={isCopied ? "check" : "copy"} />
      {label && <span>{isCopied ? m.common.copied : label}</span>}
    </button>
  );
}
