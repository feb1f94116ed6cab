import { useState } from "react";

/**
 * For what waits until something is known. Once it is, it stays so: whoever shows an answer asks again what failed, and to
 * be taken away for that would ask without end.
 */
export function useOnceKnown(isKnown: boolean): boolean {
  const [wasKnown, setWasKnown] = useState(isKnown);
  if (isKnown && !wasKnown) setWasKnown(true);
  return isKnown || wasKnown;
}
