import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorState } from '../components/states.tsx';

/** Shows an error in place of the screen that failed, so that the rest of the Portal keeps working. */
export const RouteFault = ({ error, reset }: ErrorComponentProps) => <ErrorState error={error} onRetry={reset} />;
