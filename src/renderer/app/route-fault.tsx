import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorState } from '../components/states.tsx';

/** Shows the error of a screen in its place, so that the rest of the Portal keeps working. */
export const RouteFault = ({ error, reset }: ErrorComponentProps) => <ErrorState error={error} onRetry={reset} />;
