/** Returns the URL of another program in the bundle, even when this code runs from source. */
export const bundledFile = (name: string) =>
  new URL(import.meta.url.endsWith('.ts') ? `../dist/${name}` : `./${name}`, import.meta.url);
