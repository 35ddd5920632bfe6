import { plural } from '../../lib/plural.ts';
import { BucketFault } from '../../lib/s3-request.ts';

/** Thrown if files cannot be written to a folder. Other folders may still be writable. */
export class DayFault extends Error {}

/** Runs `work`. If files cannot be read or written, it throws a `DayFault` that names the content and the folder. */
export async function namingFaults<T>(content: string, folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DayFault || error instanceof BucketFault || isOfFiles(error))
      throw new DayFault(`${content} cannot be written to ${folder}: ${error.message}`);
    throw error;
  }
}

const isOfFiles = (error: unknown): error is Error => error instanceof Error && 'syscall' in error && 'errno' in error;

/** Collects the faults of folders, so that a fault in one folder does not stop the work on the others. */
export function collectFaults() {
  const faults: DayFault[] = [];
  return {
    async without(work: () => Promise<void>): Promise<void> {
      await work().catch((error) => {
        if (!(error instanceof DayFault)) throw error;
        faults.push(error);
      });
    },
    /** Throws the first fault, if there is one. The message also contains the number of other faults. */
    throwAny(): void {
      const [first, ...others] = faults;
      if (!first) return;
      if (others.length === 0) throw first;
      throw new DayFault(`${first.message} (${plural(others.length, 'more folder', 'more folders')} failed)`);
    },
  };
}
