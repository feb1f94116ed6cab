interface Person {
  readonly username: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

/** First and last name, or the user name where there is none. */
export const personName = ({ firstName, lastName, username }: Person): string =>
  [firstName, lastName].filter(Boolean).join(" ") || username;
