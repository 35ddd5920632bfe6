import { it } from 'vitest';
import { isFull } from '../amounts.ts';

const omitted = Object.assign(() => {}, { each: () => () => {} }) as unknown as typeof it;

/** Defines a test that only `npm run test:full` runs, such as another flow of a screen whose main flow is in this file. */
export const itInFull = isFull ? it : omitted;
