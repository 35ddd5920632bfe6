import { Navigate } from '@tanstack/react-router';
import { useMenu } from '../client/menu.ts';

/** Opens the first menu screen of the user's role. */
export function Home() {
  const [first] = useMenu();
  return <Navigate to={first?.to ?? '/account'} replace />;
}
