import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorState } from '../components/states.tsx';

/** A screen that broke takes only itself down. */
export const RouteFault = ({ error, reset }: ErrorComponentProps) => <ErrorState error={error} onRetry={reset} />;
