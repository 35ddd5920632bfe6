/** Thrown at the end of a transaction to roll it back. It carries the result of the transaction's work. */
export class Undone<T> extends Error {
  readonly result: T;
  constructor(result: T) {
    super('The transaction was a trial');
    this.result = result;
  }
}
