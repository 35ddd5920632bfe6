import { z } from 'zod';
import { ENVIRONMENT_COLOURS } from './words.ts';

/** The API version in the OpenAPI document and in `/healthz`. */
export const API_VERSION = '1.0';

/** The environment that players and creators use; email subjects omit its name. */
export const PRODUCTION = 'production';

export const environmentName = z
  .string()
  .regex(
    /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,30}[A-Za-z0-9])?$/,
    'must be 1-32 letters, digits or dashes, without a dash at either end',
  );

const HEX = /^#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$/;
export const environmentColour = z
  .string()
  .refine(
    (text) => HEX.test(text) || ENVIRONMENT_COLOURS.some((name) => name === text),
    `must be a colour such as #d97706, or one of ${ENVIRONMENT_COLOURS.join(', ')}`,
  );

/** The environment of the daemon that responds. */
export const environment = z.object({
  name: z.string(),
  /** A CSS colour; null if the operator has not chosen one. */
  colour: z.string().nullable(),
});
export type Environment = z.output<typeof environment>;

/** Returns the name and colour by which users and webhook receivers can tell which daemon this is. */
export const environmentOf = (settings: { environmentName: string; environmentColour?: string | undefined }) =>
  ({ name: settings.environmentName, colour: settings.environmentColour ?? null }) satisfies Environment;
