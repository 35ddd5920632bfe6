import { config } from 'zod';

// The page's policy forbids eval. zod would try it once and be refused, which the browser reports as a violation.
// Imported before the contract, because its schemas are made as it loads.
config({ jitless: true });
