/** What devices record; anything else that people bring is on a timeline of its own. */
const measurement = /\.osfz?$/i;
const uploads = "upload";

/** The tag of a file that somebody brings without saying one; undefined leaves it to the server. */
export const uploadTag = (name: string): string | undefined => (measurement.test(name) ? undefined : uploads);
