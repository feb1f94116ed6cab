import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Before the page is opened, and not in one that others use after this: its clock can be set forward from now on. */
export const holdClock = (page: Page): Promise<void> => page.clock.install();

/** Sets the clock forward until the page shows it: nobody sits out the pauses after which a page asks again. */
export async function skipPauses(page: Page, pauseMs: number, isShown: () => Promise<boolean>): Promise<void> {
  const look = async () => {
    if (await isShown()) return true;
    await page.clock.fastForward(pauseMs);
    return isShown();
  };
  await expect.poll(look, { interval: 300 }).toBe(true);
}
