/** `npm start`, the package and the image use the same value (test/project/young-space.test.ts). */
export const YOUNG_SPACE = '--max-semi-space-size=64';
