const bracketed = /\s*[[(]\s*([^\])]{1,16}?)\s*[\])]\s*$/;

/** Written into the name of a key: `temperature [°C]`, `pressure (bar)`. */
export const unitInName = (name: string): string => bracketed.exec(name)?.[1] ?? "";

/** The name where its unit stands beside it anyway. */
export const withoutUnit = (name: string, unit: string): string =>
  unit !== "" && unitInName(name) === unit ? name.replace(bracketed, "") || name : name;

/** The name with its unit, which is told once. */
export const withUnit = (name: string, unit: string): string =>
  unit === "" || unitInName(name) === unit ? name : `${name} (${unit})`;
