import { it } from 'vitest';
import { isFull } from '../amounts.ts';

const omitted = Object.assign(() => {}, { each: () => () => {} }) as unknown as typeof it;

/** Defines a test that only `npm run test:full` runs, such as a minor flow of a screen. */
export const itInFull = isFull ? it : omitted;
