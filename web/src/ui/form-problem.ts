/** What the person who fills in a form has to correct, in that person's words; nothing was sent. */
export class FormProblem extends Error {}
