import { createRootRoute } from '@tanstack/react-router';
import { NotFound } from '../components/not-found.tsx';
import type { SearchValues } from '../lib/search-values.ts';
import { RouteFault } from './route-fault.tsx';
import { Shell } from './shell.tsx';

export const root = createRootRoute({
  component: Shell,
  notFoundComponent: () => <NotFound />,
  errorComponent: RouteFault,
  validateSearch: (values: Record<string, unknown>) => values as SearchValues,
});
