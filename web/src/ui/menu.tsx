import { type ReactNode, useEffect, useRef, useState } from "react";

interface MenuProps {
  readonly label: string;
  readonly button: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A disclosure with links and buttons, made when it is opened: closes on Escape, on a choice and when the focus or the pointer leaves it. */
export function Menu({ label, button, className = "button ghost square", children }: MenuProps) {
  const element = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);
  // a list has one in each row: only the open one listens
  useEffect(() => {
    if (!isOpen) return undefined;
    const closeOutside = (event: Event) => {
      const menu = element.current;
      if (menu?.open && event.target instanceof Node && !menu.contains(event.target)) menu.open = false;
    };
    document.addEventListener("pointerdown", closeOutside);
    document.addEventListener("focusin", closeOutside);
    return () => {
      document.removeEventListener("pointerdown", closeOutside);
      document.removeEventListener("focusin", closeOutside);
    };
  }, [isOpen]);
  const close = () => {
    if (element.current) element.current.open = false;
  };
  return (
    <details
      ref={element}
      className="menu"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !element.current?.open) return;
        close();
        element.current.querySelector("summary")?.focus();
      }}
    >
      <summary className={className}>
        <span className="off-screen">{label}</span>
        {button}
      </summary>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: listens to what bubbles up from its links and buttons */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys reach the links and buttons themselves */}
      <div
        className="menu-panel"
        onClick={(event) => {
          if (event.target instanceof Element && event.target.closest("[data-closes]")) close();
        }}
      >
        {isOpen && children}
      </div>
    </details>
  );
}
