/** `npm start`, the package and the image use the same value, which test/project/young-space.test.ts checks. */
export const YOUNG_SPACE = '--max-semi-space-size=64';
