/** Thrown if a tool cannot read what its explanation needs. */
export class Unexplained extends Error {}
