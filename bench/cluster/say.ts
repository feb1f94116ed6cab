/** A line of what was measured. */
export const say = (line: string): void => void process.stdout.write(`${line}\n`);
