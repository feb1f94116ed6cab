/**
 * The form in which texts are compared when case does not matter: user names, searches, the order of lists.
 * Done here and stored beside the text, so that every database agrees with every other about "É" and "ß".
 */
export const foldCase = (text: string): string => text.normalize("NFC").toLowerCase();
