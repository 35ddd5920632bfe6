/** A tool that explains could not read what it needs. */
export class Unexplained extends Error {}
