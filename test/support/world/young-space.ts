/** As `npm start`, the package and the image start the daemon (test/project/young-space.test.ts). */
export const YOUNG_SPACE = '--max-semi-space-size=64';
