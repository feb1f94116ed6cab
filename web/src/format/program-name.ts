/** In this order: most browsers claim to be others as well. */
const browsers: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["Edge", /\bEdg(?:e|A|iOS)?\/(\d+)/],
  ["Opera", /\bOPR\/(\d+)/],
  ["Firefox", /\b(?:Firefox|FxiOS)\/(\d+)/],
  ["Chrome", /(?:Chrome|CriOS)\/(\d+)/],
  ["Safari", /\bVersion\/(\d+)\S* .*Safari\//],
];

const systems: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["Android", /Android/],
  ["iOS", /iPhone|iPad/],
  ["Windows", /Windows/],
  ["macOS", /Mac OS X/],
  ["ChromeOS", /CrOS/],
  ["Linux", /Linux/],
];

/** What a person calls the program that sends this `User-Agent`; programs other than browsers say it themselves. */
export function programName(userAgent: string): string {
  const browser = browsers.find(([, pattern]) => pattern.test(userAgent));
  if (!browser) return userAgent;
  const [name, pattern] = browser;
  const system = systems.find(([, known]) => known.test(userAgent))?.[0];
  return [`${name} ${pattern.exec(userAgent)?.[1]}`, system].filter(Boolean).join(" · ");
}
