import { availableParallelism } from 'node:os';

const FEW_CORES = 4;
const MOST = 8;

/**
 * How many processes may work beside a program that keeps two cores busy itself. Where cores are few they would only take
 * from it.
 */
export const fittingWorkers = (cores = availableParallelism()): number =>
  cores < FEW_CORES ? 0 : Math.min(cores - 2, MOST);
