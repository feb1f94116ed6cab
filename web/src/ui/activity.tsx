import { useMessages } from "../i18n/messages.tsx";

/** Colour is not the only sign: the words are there for those who do not see it. */
export function ActivityDot({ isActive, hasText = false }: { readonly isActive: boolean; readonly hasText?: boolean }) {
  const m = useMessages();
  const text = isActive ? m.devices.active : m.devices.inactive;
  return (
    <span className={isActive ? "activity on" : "activity"} title={text}>
      <i aria-hidden="true" />
      <span className={hasText ? undefined : "off-screen"}>{text}</span>
    </span>
  );
}
