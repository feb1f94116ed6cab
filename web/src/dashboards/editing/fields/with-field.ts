/** The same with another value in a field; undefined takes the field away. */
export function withField<T extends object, Name extends keyof T>(
  options: T,
  name: Name,
  value: T[Name] | undefined,
): T {
  const { [name]: _, ...others } = options;
  return (value === undefined ? others : { ...others, [name]: value }) as T; // the same fields, or one less
}

/** What nobody filled in is not there. */
export const filledIn = (text: string): string | undefined => (text === "" ? undefined : text);
