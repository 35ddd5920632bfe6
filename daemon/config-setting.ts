import type { z } from 'zod';

export interface Setting {
  name: string;
  schema: z.ZodType;
  shown: string;
  meaning: string;
  isSecret?: boolean;
}
export const setting = <N extends string, S extends z.ZodType>(name: N, schema: S, shown: string, meaning: string) => ({
  name,
  schema,
  shown,
  meaning,
});
/** Defines a setting that can also be read from a file, which the variable with the suffix `_FILE` names. */
export const secret = <N extends string, S extends z.ZodType>(
  ...parts: [name: N, schema: S, shown: string, meaning: string]
) => ({
  ...setting(...parts),
  isSecret: true,
});
