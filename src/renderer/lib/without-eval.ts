import { config } from 'zod';

// The page's policy forbids eval. zod would try it once, and the browser would report a violation. Import this before
// the contract, because the contract makes its schemas when it loads.
config({ jitless: true });
