import { useEffect, useState } from "react";

const quietMs = 400;

/** What is being typed, once nothing was typed for a moment: the server is not asked about every letter. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), quietMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
