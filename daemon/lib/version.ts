import about from '../package.json' with { type: 'json' };

/** The version of this program. */
export const VERSION: string = about.version;
