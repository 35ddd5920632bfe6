/** Rejects a batch because of one item's data. The batch was rolled back, so its other items may run again. */
export class ItemFault extends Error {
  constructor(override readonly cause: unknown) {
    super('The data of one item made the batch fail');
  }
}
