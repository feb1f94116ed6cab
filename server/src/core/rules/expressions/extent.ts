/** How large a value can be: the characters of a text, or the elements of a list and how large each of them can be. */
export interface Extent {
  readonly characters: number;
  readonly elements: number;
  /** Of a list. */
  readonly element?: Extent;
}

/** Of a number, of true and false. */
export const nothing: Extent = { characters: 0, elements: 0 };

export const textOf = (characters: number): Extent => ({ ...nothing, characters });

export const listOf = (elements: number, element: Extent): Extent => ({ characters: 0, elements, element });

/** All characters of it. */
export const weightOf = ({ characters, elements, element }: Extent): number =>
  characters + elements * (element ? 1 + weightOf(element) : 0);

/** It is one of both. */
export const eitherOne = (one: Extent, other: Extent): Extent => ({
  characters: Math.max(one.characters, other.characters),
  elements: Math.max(one.elements, other.elements),
  ...elementOf(one, other),
});

/** It is one after the other. */
export const bothInARow = (one: Extent, other: Extent): Extent => ({
  characters: one.characters + other.characters,
  elements: one.elements + other.elements,
  ...elementOf(one, other),
});

const elementOf = (one: Extent, other: Extent): Pick<Extent, "element"> =>
  one.element || other.element ? { element: eitherOne(one.element ?? nothing, other.element ?? nothing) } : {};
