import { defineConfig } from 'electron-vite';
import { rendererConfig } from './build/portal-vite.mjs';

// build/portal-vite.mjs configures the renderer, because the daemon serves the same page, built by vite alone. The
// code that runs in Electron is CommonJS: a sandboxed preload must be, and tests replace Electron under the main
// process.
// One file: what is loaded later is in it too.
const output = { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false } as const;

export default defineConfig(({ command }) => ({
  main: { build: { rolldownOptions: { input: 'src/main/index.ts', output } } },
  preload: { build: { rolldownOptions: { input: 'src/preload/index.ts', output } } },
  // In development mode the page comes from the server of build/dev, which names it in ELECTRON_RENDERER_URL.
  ...(command === 'build' && { renderer: rendererConfig() }),
}));
